// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "experiments.h"
#include "html.h"

namespace clearway::experiments {

std::string escapeHtml(std::string_view text)
{
    std::string escaped;
    for (char c : text)
    {
        if (c == '&')
            escaped += "&amp;";
        else if (c == '<')
            escaped += "&lt;";
        else if (c == '>')
            escaped += "&gt;";
        else if (c == '"')
            escaped += "&quot;";
        else
            escaped += c;
    }
    return escaped;
}

static std::string formatTable(const Table& table)
{
    std::string html = fmt::format("<table><caption>{}</caption>\n<tr>", escapeHtml(table.caption));
    for (const std::string& cell : table.header) html += fmt::format("<th>{}</th>", escapeHtml(cell));
    html += "</tr>\n";
    for (const std::vector<std::string>& row : table.rows)
    {
        html += "<tr>";
        for (const std::string& cell : row) html += fmt::format("<td>{}</td>", escapeHtml(cell));
        html += "</tr>\n";
    }
    return html + "</table>\n";
}

static std::string formatSection(const Report& report)
{
    const Experiment& experiment = *report.experiment;
    const char* verdict = toString(report.outcome.verdict);
    std::string html =
        fmt::format("<section id=\"{0}\"><h2>{0} <span class=\"{1}\">{1}</span></h2>\n<p>{2}. <small>{3}</small></p>\n",
                    escapeHtml(experiment.id), verdict, escapeHtml(experiment.claim), escapeHtml(experiment.paper));
    html += fmt::format("<dl><dt>reported</dt><dd>{}</dd><dt>measured</dt><dd>{}</dd><dt>because</dt><dd>{}</dd></dl>\n",
                        escapeHtml(experiment.reported), escapeHtml(report.outcome.measured), escapeHtml(report.outcome.reason));
    for (const Table& table : report.outcome.tables) html += formatTable(table);
    for (const Illustration& picture : report.outcome.pictures)
        html += fmt::format("<figure><img src=\"{0}\" alt=\"{1}\"><figcaption>{1}</figcaption></figure>\n",
                            escapeHtml(picture.file), escapeHtml(picture.caption));
    return html + "</section>\n";
}

std::string formatPage(std::span<const Report> reports)
{
    std::string html =
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Clearway: experiments of the papers</title>\n"
        "<style>\n"
        "body { font: 15px/1.5 system-ui, sans-serif; color: #232933; background: #f4f5f7; margin: 2rem auto; max-width: 70rem; "
        "}\n"
        "section { background: #fff; border-radius: 8px; box-shadow: 0 1px 4px #0002; padding: .6rem 1.4rem 1.2rem; margin: "
        "1.2rem 0; }\n"
        "table { border-collapse: collapse; margin: 1rem 0; background: #fff; } caption { text-align: left; color: #626975; "
        "padding: .3rem 0; }\n"
        "th, td { border-bottom: 1px solid #dde1e6; padding: .25rem .9rem .25rem 0; text-align: left; vertical-align: top; }\n"
        "h2 span { font-size: .8rem; font-weight: 600; border-radius: 4px; padding: .15rem .5rem; color: #fff; vertical-align: "
        "middle; }\n"
        ".confirmed { background: #0f7b6c; } .better { background: #1d4fa3; } .refuted { background: #c8372d; } .fitted { "
        "background: #7a5a1e; }\n"
        "td.confirmed, td.better, td.refuted, td.fitted { background: none; color: inherit; }\n"
        "dt { color: #626975; } dd { margin: 0 0 .4rem 1.2rem; } figure { margin: 1rem 0; } figure img { max-width: 100%; } "
        "small { color: #626975; }\n"
        "</style>\n<h1>Experiments of the papers</h1>\n"
        "<p>What was reported beside what is measured here. Times of old machines are compared as ratios.</p>\n"
        "<table><tr><th>id</th><th>reported</th><th>measured</th><th>verdict</th><th>s</th></tr>\n";
    for (const Report& report : reports)
        html += fmt::format("<tr><td><a href=\"#{0}\">{0}</a></td><td>{1}</td><td>{2}</td><td>{3}</td><td>{4:.1f}</td></tr>\n",
                            escapeHtml(report.experiment->id), escapeHtml(report.experiment->reported),
                            escapeHtml(report.outcome.measured), toString(report.outcome.verdict), report.seconds);
    html += "</table>\n";
    for (const Report& report : reports) html += formatSection(report);
    return html + "</html>\n";
}

} // namespace clearway::experiments
