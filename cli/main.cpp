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

static int reportUsage(bool json, const std::string& message)
{
    const Value document = Value::Fields{{"error", Value::Fields{{"code", "wrong_usage"}, {"message", message}}}};
    return reportError(json, document, message, kWrongUsage);
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
    } catch (const AnsweredWithProblems&)
    {
        return kUnusableData;
    } catch (const StoppedAfterAnswer&)
    {
        return kInterrupted;
    } catch (const ClosedPipe&)
    {
        return kUnusableData;
    } catch (const UsageError& error)
    {
        return reportUsage(json, error.what());
    } catch (const Failure& failure)
    {
        const bool is_cancelled = failure.error.code == ErrorCode::cancelled;
        return reportError(json, describe(failure.error), formatMessage(failure.error),
                           is_cancelled ? kInterrupted : kUnusableData);
    } catch (const std::bad_alloc&)
    {
        const Failure failure(ErrorCode::out_of_range, "there is not enough memory for this input.");
        return reportError(json, describe(failure.error), failure.error.message, kUnusableData);
    } catch (const std::exception& error)
    {
        const Failure failure(ErrorCode::invalid_argument, std::string("unexpected trouble: ") + error.what());
        return reportError(json, describe(failure.error), failure.error.message, kUnusableData);
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
