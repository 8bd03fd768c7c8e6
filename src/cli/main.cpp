#include "cli/run.hpp"

int main(int argc, char** argv) {
    return drivewear::cli::run(argc, argv);
}
