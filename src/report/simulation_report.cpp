#include "drivewear/report/simulation_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "drivewear/report/table.hpp"

namespace drivewear::report {
namespace {

double as_double(std::uint64_t count) {
    return static_cast<double>(count);
}

Json erase_count_json(const ftl::EraseCounts& counts) {
    return Json{{"min", exact_integer(counts.min)}, {"mean", number(counts.mean)},
                {"max", exact_integer(counts.max)}, {"p01", exact_integer(counts.p01)},
                {"p50", exact_integer(counts.p50)}, {"p99", exact_integer(counts.p99)}};
}

Json counts_json(const std::vector<std::uint64_t>& counts) {
    Json list = Json::array();
    for (const std::uint64_t count : counts)
        list.push_back(exact_integer(count));
    return list;
}

Json streams_json(const std::vector<ftl::StreamResult>& streams) {
    Json list = Json::array();
    for (const ftl::StreamResult& stream : streams) {
        list.push_back(
            {{"host_pages", exact_integer(stream.host_pages)},
             {"gc_pages", exact_integer(stream.gc_pages)},
             {"wa", stream.host_pages > 0 ? number(stream.write_amplification) : Json(nullptr)}});
    }
    return list;
}

Json series_json(const std::vector<ftl::SeriesPoint>& series) {
    Json list = Json::array();
    for (const ftl::SeriesPoint& point : series) {
        list.push_back({{"drive_writes", number(point.drive_writes)},
                        {"wa", number(point.write_amplification)}});
    }
    return list;
}

Json life_point_json(const ftl::LifePoint& point) {
    return Json{{"host_pages", number(point.host_pages)},
                {"wa", number(point.write_amplification)},
                {"mean_erases", number(point.mean_erases)},
                {"retired_blocks", number(point.retired_blocks)},
                {"spare_factor", number(point.spare_factor)}};
}

Json tbw_json(const std::optional<double>& host_pages, std::uint32_t page_bytes) {
    return host_pages ? number(*host_pages * page_bytes / 1e12) : Json(nullptr);
}

Json life_json(const ftl::LifeResult& life, std::uint32_t page_bytes) {
    Json curve = Json::array();
    for (const ftl::LifePoint& point : life.curve)
        curve.push_back(life_point_json(point));
    return Json{
        {"host_pages_at_first_retirement", number(life.host_pages_at_first_retirement)},
        {"tbw_tb_at_first_retirement", tbw_json(life.host_pages_at_first_retirement, page_bytes)},
        {"host_pages_at_end", number(life.host_pages_at_end)},
        {"host_pages_at_end_stderr", number(life.standard_error_at_end)},
        {"tbw_tb_at_end", tbw_json(life.host_pages_at_end, page_bytes)},
        {"curve", curve}};
}

std::string steady_text(const ftl::SimulationResult& result) {
    if (!result.steady_state) return "did not reach steady state";
    return fmt::format("steady state after {} drive writes",
                       readable(*result.drive_writes_to_steady_state, 3));
}

void add_life(Table& table, const ftl::LifeResult& life, std::uint32_t page_bytes) {
    const auto add = [&](const char* name, const std::optional<double>& host_pages) {
        if (!host_pages) {
            table.add({name, "not reached", "", ""});
            return;
        }
        table.add({name, readable(*host_pages * page_bytes / 1e12), "TB", "written by the host"});
    };
    add("first block retired", life.host_pages_at_first_retirement);
    add("capacity lost", life.host_pages_at_end);
}

Json endurance_json(const SimulatedEndurance& endurance) {
    return Json{{"pe_cycles", number(endurance.block.mean_cycles)},
                {"coefficient_of_variation", number(endurance.block.coefficient_of_variation)},
                {"spare_blocks", exact_integer(endurance.block.spare_blocks)},
                {"levelling_efficiency", number(wear::levelling_efficiency(endurance.erases))},
                {"tbw_tb_first_block_worn", number(units::in_tb(endurance.host.first_block_worn))},
                {"tbw_tb_spare_exhausted", number(units::in_tb(endurance.host.spare_exhausted))},
                {"rated_tbw_tb",
                 endurance.rated_tbw ? number(units::in_tb(*endurance.rated_tbw)) : Json(nullptr)},
                {"share_of_rated_tbw", number(endurance.host.share_of_rated_tbw)}};
}

void add_endurance(Table& table, const SimulatedEndurance& endurance) {
    const auto terabytes = [](units::HostTraffic host) { return readable(units::in_tb(host), 5); };
    table.add({"first block worn", terabytes(endurance.host.first_block_worn), "TB",
               fmt::format("written by the host; {} P/E cycles a block, the most erased one got {} "
                           "x the mean",
                           readable(endurance.block.mean_cycles, 4),
                           readable(1 / wear::levelling_efficiency(endurance.erases), 4))});
    table.add({"spare blocks worn", terabytes(endurance.host.spare_exhausted), "TB",
               fmt::format("{} blocks may be lost", endurance.block.spare_blocks)});
    if (endurance.rated_tbw) {
        table.add({"of the rated TBW", readable(100 * *endurance.host.share_of_rated_tbw, 4), "%",
                   fmt::format("{} TB rated", readable(units::in_tb(*endurance.rated_tbw), 6))});
    }
}

}  // namespace

Json to_row(const SimulationAnswer& answer) {
    const ftl::SimulationResult& result = answer.result;
    const ftl::EraseCounts& erases = result.erase_counts;
    Json row{
        {"schema", "drivewear.simulation/1"},
        {"wa", number(result.write_amplification)},
        {"wa_stderr", number(result.standard_error)},
        {"wa_garbage_collection", number(result.garbage_collection)},
        {"wa_parity", number(result.parity)},
        {"wa_indirection_unit", number(result.indirection_unit)},
        {"engine", std::string(ftl::to_text(result.engine))},
        {"host_pages", exact_integer(result.counts.host_pages)},
        {"nand_pages", exact_integer(result.counts.nand_pages())},
        {"gc_pages", exact_integer(result.counts.gc_pages)},
        {"parity_pages", exact_integer(result.counts.parity_pages)},
        {"trimmed_pages", exact_integer(result.counts.trimmed_pages)},
        {"erases", exact_integer(result.counts.erases)},
        {"mapped_share", number(result.mapped_share)},
        {"steady_state", result.life ? Json(nullptr) : Json(result.steady_state)},
        {"drive_writes_to_steady_state", number(result.drive_writes_to_steady_state)},
        {"warm_up_drive_writes", number(result.warm_up_drive_writes)},
        {"erase_count_min", exact_integer(erases.min)},
        {"erase_count_mean", number(erases.mean)},
        {"erase_count_max", exact_integer(erases.max)},
        {"ns_per_host_page", number(result.ns_per_host_page)},
        {"bytes_per_page", number(result.bytes_per_page)},
        {"wall_seconds", number(result.wall_seconds)},
        {"seed", exact_integer(result.seed)},
        {"replicates", result.replicates},
    };
    if (result.life) {
        row["tbw_tb_at_first_retirement"] =
            tbw_json(result.life->host_pages_at_first_retirement, result.page_bytes);
        row["tbw_tb_at_end"] = tbw_json(result.life->host_pages_at_end, result.page_bytes);
    }
    if (answer.endurance) {
        row["tbw_tb_first_block_worn"] =
            number(units::in_tb(answer.endurance->host.first_block_worn));
        row["tbw_tb_spare_exhausted"] =
            number(units::in_tb(answer.endurance->host.spare_exhausted));
    }
    return row;
}

Json to_json(const SimulationAnswer& answer) {
    const ftl::SimulationResult& result = answer.result;
    Json record = to_row(answer);
    for (const char* flat :
         {"erase_count_min", "erase_count_mean", "erase_count_max", "tbw_tb_at_first_retirement",
          "tbw_tb_at_end", "tbw_tb_first_block_worn", "tbw_tb_spare_exhausted"}) {
        record.erase(flat);
    }
    record["erase_count"] = erase_count_json(result.erase_counts);
    record["erase_histogram"] = {
        {"first_count", exact_integer(result.erase_counts.histogram.first_count)},
        {"blocks", counts_json(result.erase_counts.histogram.blocks)}};
    record["victim_histogram"] = {{"pages_per_bin", exact_integer(result.victims.pages_per_bin)},
                                  {"victims", counts_json(result.victims.victims)}};
    record["streams"] = streams_json(result.streams);
    record["series"] = series_json(result.series);
    record["life"] = result.life ? life_json(*result.life, result.page_bytes) : Json(nullptr);
    record["endurance"] = answer.endurance ? endurance_json(*answer.endurance) : Json(nullptr);
    record["engine_reason"] = result.engine_reason;
    record["assumptions"] = result.assumptions;
    return record;
}

std::string to_table(const SimulationAnswer& answer, bool coloured) {
    const ftl::SimulationResult& result = answer.result;
    const auto pages = [](std::uint64_t count) { return readable(as_double(count), 16); };
    std::string text =
        paint(fmt::format("write amplification {} +- {}", readable(result.write_amplification, 6),
                          readable(result.standard_error, 2)),
              Colour::strong, coloured);
    if (!result.life) {
        text += "  " + paint(steady_text(result),
                             result.steady_state ? Colour::good : Colour::warning, coloured);
    }
    text += "\n\n";
    Table table({"quantity", "amount", "unit", "how"});
    table.add({"host pages", pages(result.counts.host_pages), "pages",
               result.life ? "from fresh to the end" : "while measuring, all replicates"});
    table.add({"NAND pages", pages(result.counts.nand_pages()), "pages",
               fmt::format("{} copied, {} parity", pages(result.counts.gc_pages),
                           pages(result.counts.parity_pages))});
    table.add({"erases", pages(result.counts.erases), "blocks", ""});
    const ftl::EraseCounts& erases = result.erase_counts;
    table.add({"erases of a block", readable(erases.mean, 5), "",
               fmt::format("from {} to {}, 1 % {}, median {}, 99 % {}", erases.min, erases.max,
                           erases.p01, erases.p50, erases.p99)});
    if (result.counts.trimmed_pages > 0) {
        table.add({"trimmed pages", pages(result.counts.trimmed_pages), "pages",
                   fmt::format("{} % of the drive mapped at the end",
                               readable(100 * result.mapped_share, 4))});
    }
    if (result.life) {
        add_life(table, *result.life, result.page_bytes);
    } else {
        table.add(
            {"warm-up", readable(result.warm_up_drive_writes, 4), "drive writes", "not measured"});
    }
    if (answer.endurance) add_endurance(table, *answer.endurance);
    table.add({"engine", std::string(ftl::to_text(result.engine)), "", result.engine_reason});
    table.add({"speed", readable(result.ns_per_host_page, 3), "ns/host page",
               fmt::format("{} bytes of memory a page, {} s in all",
                           readable(result.bytes_per_page, 3), readable(result.wall_seconds, 3))});
    text += table.to_text(coloured);
    return text + bullets("Assumptions", result.assumptions);
}

std::string series_csv(const ftl::SimulationResult& result) {
    if (!result.life) return to_csv(series_json(result.series), {"drive_writes", "wa"});
    Json rows = Json::array();
    for (const ftl::LifePoint& point : result.life->curve)
        rows.push_back(life_point_json(point));
    return to_csv(rows, {"host_pages", "wa", "mean_erases", "retired_blocks", "spare_factor"});
}

}  // namespace drivewear::report
