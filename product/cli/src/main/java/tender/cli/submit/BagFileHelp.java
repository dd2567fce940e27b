package tender.cli.submit;

/** What the commands that read a bag file say about it. */
final class BagFileHelp {
  static final String HEADING = "%nThe file:%n%n";

  /** Each line fits a terminal of eighty columns. */
  static final String EXAMPLE =
      """
        version: 1
        name: pi-sweep
        command: python3 pi.py --seed {seed} --n {n}
        sweep: {seed: 1-100, n: [1e6, 1e7]}  # or tasks: 1000
                                             # or each_line: inputs.txt
        inputs: [pi.py]                # files and folders beside this file
        outputs: ["*.json"]            # to be brought back with stdout and stderr
        processors: 1                  # of one task
        runtime: 2m                    # of one task; rather too long than too short
        profiler: ./profile.sh         # measures a sample of them; see below
        deadline: +3h                  # or 2026-11-20T09:00
        budget: 300                    # in credits
        retries: 2                     # of a task that fails
        mechanism: auction             # or share; see below
        valuation: 120                 # in credits, for the auction
        bid_per_minute: 10             # in credits, for share
      """;

  static final String EXPLANATION =
      "In the command {seed} is replaced by the value, quoted for the shell; {line} by the line of"
          + " each_line; {task} by the task's number from 0 on; {{ and }} are a brace each. Of a"
          + " sweep every combination is a task, and the last parameter varies fastest. Optional are"
          + " name, inputs, outputs, processors, profiler, deadline, budget, retries, mechanism,"
          + " valuation and bid_per_minute.%n%nWith mechanism: auction the bag must be one task, with a deadline and"
          + " without a budget. It bids what it is worth to you against the others, the more the"
          + " nearer its deadline comes and the longer it waits, until it is matched with a"
          + " provider; it never costs more than its valuation.%n%nWith mechanism: share the bag must"
          + " have a budget. It also runs on hosts that share their time, and bids there for its"
          + " part of it: as its deadline needs it and its budget lasts, or always bid_per_minute.%n%nThe"
          + " profiler is run at each provider that takes part in this, before it offers, in a folder"
          + " with the inputs. It prints a line for each task that it has sampled: the task's number"
          + " and how many seconds it takes there, such as 17 2.5. Offers are then made from that,"
          + " and no longer from runtime, which still limits how long a task may run.%n";

  private BagFileHelp() {}
}
