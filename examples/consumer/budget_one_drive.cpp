// How long does one drive last at 5 TB a day? From the catalog to an answer in a few lines.
#include <cstdio>

#include "drivewear/catalog/catalog.hpp"
#include "drivewear/core/data_directory.hpp"
#include "drivewear/core/errors.hpp"
#include "drivewear/plan/budget.hpp"

int main() try {
    using namespace drivewear;
    const auto catalog = catalog::Catalog::load({data_directory() / "catalog"});
    plan::Plan plan;
    plan.drives = 1;
    plan.service_life = units::years(5);
    plan.application_rate = units::DataRate::from_value(5e12 / units::seconds_per_day);
    const plan::Budget budget = plan::compute_budget(plan, catalog.find("cd9p-r 7.68"));
    std::printf("%s: %.1f %% of its rated TBW in 5 years, write amplification %.2f: %s\n",
                budget.drive_model.c_str(), budget.tbw_used_percent, budget.wa.total.value(),
                budget.verdict == plan::Verdict::fits ? "fits" : "does not fit");
    return 0;
} catch (const drivewear::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
}
