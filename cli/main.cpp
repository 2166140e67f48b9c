// SPDX-License-Identifier: MIT
// The program `clearway`: runs one command and turns what went wrong into a message and an exit code. No exception leaves it.
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "arguments.h"
#include "output.h"
#include "progress_bar.h"

namespace clearway::cli {

/// Asked for before the command line is understood, so that even a wrong one is answered in JSON.
static bool wantsJson(int argc, const char* const* argv)
{
    for (int i = 1; i < argc; ++i)
        if (std::string_view(argv[i]) == "--json") return true;
    return false;
}

static int reportError(bool json, const Value& document, const std::string& message, int exit_code)
{
    printMessage(message);
    try
    {
        if (json) printOutput(formatJson(document));
    } catch (...)
    {
        // Standard output is what broke, or breaks now; the message and the exit code have to do.
    }
    return exit_code;
}

static int reportError(bool json, const Error& error)
{
    return reportError(json, describe(error), formatMessage(error),
                       error.code == ErrorCode::cancelled ? kInterrupted : kUnusableData);
}

static int runProgram(int argc, const char* const* argv)
{
    const bool json = wantsJson(argc, argv);
    try
    {
        const Invocation invocation = parseArguments(argc, argv);
        if (invocation.run)
            invocation.run();
        else
            printOutput(invocation.text);
        return kAnswered;
    } catch (const Ended& ended)
    {
        return ended.code;
    } catch (const UsageError& error)
    {
        const Value document = Value::Fields{{"error", Value::Fields{{"code", "wrong_usage"}, {"message", error.what()}}}};
        return reportError(json, document, error.what(), kWrongUsage);
    } catch (const Failure& failure)
    {
        return reportError(json, failure.error);
    } catch (const std::bad_alloc&)
    {
        return reportError(json, {ErrorCode::out_of_range, "there is not enough memory for this input."});
    } catch (const std::exception& error)
    {
        return reportError(json, {ErrorCode::invalid_argument, std::string("unexpected trouble: ") + error.what()});
    }
}

} // namespace clearway::cli

int main(int argc, char** argv)
{
    clearway::cli::installSignalHandlers();
    try
    {
        return clearway::cli::runProgram(argc, argv);
    } catch (...)
    {
        std::fputs("clearway: out of memory.\n", stderr);
        return 1;
    }
}
