package tender.cli.submit;

/** The help text about the bag file. */
final class BagFileHelp {
  static final String HEADING = "%nThe file:%n%n";

  /** Each line fits into 80 columns. */
  static final String EXAMPLE =
      """
        version: 1
        name: pi-sweep
        command: python3 pi.py --seed {seed} --n {n}
        sweep: {seed: 1-100, n: [1e6, 1e7]}  # or tasks: 1000
                                             # or zip, as a sweep; see below
                                             # or each_line: inputs.txt
                                             # or each_row: table.csv
        inputs: [pi.py]                # files and folders next to this file,
                                       # or site:DATASET/PATH; see below
        outputs: ["*.json"]            # fetched with stdout and stderr
        output_size: 20M               # of one task, an upper estimate
        results: site:scratch/run1     # outputs stay at the provider; see below
        processors: 1                  # of one task
        resources:                     # of one task besides; see below
          {memory: 8G, gpus: 1, features: [avx512]}
        runtime: 2m                    # of one task; an upper estimate
        profiler: ./profile.sh         # measures a sample of them; see below
        deadline: +3h                  # or 2026-11-20T09:00
        budget: 300                    # in credits
        deadline_factor: 0.25          # instead of deadline; see below
        budget_factor: 0.5             # instead of budget; see below
        retries: 2                     # of a task that fails
        shell: bash                    # a login shell; or sh, the default
        setup: [module load python]    # lines that run before each command
        environment: {OMP_NUM_THREADS: 1}
        container: {archive: image.tar}  # an OCI archive of the inputs; or
                                         # {image: HOST/NAME@sha256:…}
        outputs_required: true         # a task without its outputs has failed
        stop_after_failures: 20        # and no success; 0 means never
        keep: 30d                      # after its end, then it is deleted
        mechanism: auction             # or share; see below
        valuation: 120                 # in credits, for the auction
        bid_per_minute: 10             # in credits, for share
        domain: local                  # or global, the default; see below
        project: physics               # whose shared budget pays for the bag
        notify: [done, promise-broken] # or none; see tender notify
        notify_channels: [work]        # your webhooks and addresses
      """;

  static final String EXPLANATION =
      "In the command, {seed} is replaced by the value, quoted for the shell; {line} by the line"
          + " of each_line; the name of a column by the value in the row of each_row, a CSV file"
          + " whose first line names the columns; {task} by the task's index, from 0; {{ and }}"
          + " are literal braces. Every combination of a sweep is a task, and the last parameter"
          + " varies fastest. The values of a zip, such as zip: {a: 1-3, b: [x, y, z]}, are taken"
          + " together: the first of each is a task, then the second of each."
          + " Optional are name, inputs, outputs, output_size, results, processors, resources, profiler, deadline,"
          + " budget, deadline_factor, budget_factor, retries, shell, modules, setup, environment,"
          + " container,"
          + " outputs_required, stop_after_failures, keep, mechanism, valuation, bid_per_minute,"
          + " domain, project, notify and notify_channels.%n%nThe resources are cpus (another name of processors), memory, gpus,"
          + " gpu_type, scratch, features and exclusive. Sizes have a unit: 500M, 8G or 1T. With"
          + " several amounts, such as memory: [4G, 8G], a task that exceeds its memory runs again"
          + " with the next one. Modules are those of module load.%n%nAn input"
          + " site:DATASET or site:DATASET/PATH is not uploaded: only providers that have the"
          + " dataset make offers, and tasks find it in their folders under its last name. With"
          + " results: site:NAME or site:NAME/PATH outputs stay there, and a list of them comes"
          + " back.%n%nA deadline_factor sets the deadline between the earliest end that the"
          + " offers allow (0) and the end of the cheapest offers (1); a budget_factor sets the"
          + " budget between the price of the cheapest offers (0) and the price of the earliest"
          + " end (1). Both have at most three decimals. The options --deadline and --budget"
          + " replace them.%n%nWith mechanism: auction the"
          + " bag must have a deadline, no budget and at most 10,000 tasks. It bids its valuation"
          + " against other bags until it is matched with providers; the bid grows as the deadline"
          + " approaches and as the bag waits. The bag never costs more than its"
          + " valuation.%n%nWith mechanism: share the bag must have a budget. It may also run on"
          + " time-shared hosts, where it bids for a share: as much as the deadline requires and"
          + " the budget allows, or always bid_per_minute.%n%nWith domain: local the bag must have a"
          + " deadline. Until half of the time to it is over, only providers that share an"
          + " organisation with you are called; a bag for which their offers do not suffice waits"
          + " until then.%n%nProviders that support it run the"
          + " profiler before they offer, in a folder with the inputs. It prints a line for each"
          + " sampled task: the task's index and its run time there in seconds, such as 17 2.5."
          + " Offers are then based on these times and not on runtime, which still limits how"
          + " long a task may run.%n";

  private BagFileHelp() {}
}
