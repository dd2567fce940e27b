package tender.workload.swf;

/** The 18 columns of the format, in their order. */
enum SwfColumn {
  NUMBER("job number", Holds.LONG),
  SUBMIT("submit time", Holds.LONG),
  WAIT("wait time", Holds.LONG),
  RUN("run time", Holds.LONG),
  ALLOCATED_PROCESSORS("allocated processors", Holds.INT),
  AVERAGE_CPU("average CPU time", Holds.FRACTION),
  AVERAGE_MEMORY("average memory", Holds.FRACTION),
  REQUESTED_PROCESSORS("requested processors", Holds.INT),
  REQUESTED_TIME("requested time", Holds.LONG),
  REQUESTED_MEMORY("requested memory", Holds.LONG),
  STATUS("status", Holds.INT),
  USER("user", Holds.INT),
  GROUP("group", Holds.INT),
  EXECUTABLE("executable", Holds.INT),
  QUEUE("queue", Holds.INT),
  PARTITION("partition", Holds.INT),
  PRECEDING("preceding job", Holds.LONG),
  THINK("think time", Holds.LONG);

  /** Far beyond any time or size, and a tenth of what a long holds, so that one more digit fits. */
  private static final long LARGEST_LONG = 100_000_000_000_000_000L;

  private enum Holds {
    INT,
    LONG,
    FRACTION
  }

  private final String label;
  private final Holds holds;

  SwfColumn(String words, Holds holds) {
    this.label = words;
    this.holds = holds;
  }

  String label() {
    return label;
  }

  long largest() {
    return holds == Holds.INT ? Integer.MAX_VALUE : LARGEST_LONG;
  }

  /** Averages over processors may have a fraction; everything else is whole. */
  boolean mayHaveFraction() {
    return holds == Holds.FRACTION;
  }
}
