package tender.workload.swf;

/** The 18 columns of the format, in file order. */
enum SwfColumn {
  NUMBER("job number", NumberType.LONG),
  SUBMIT("submit time", NumberType.LONG),
  WAIT("wait time", NumberType.LONG),
  RUN("run time", NumberType.LONG),
  ALLOCATED_PROCESSORS("allocated processors", NumberType.INT),
  AVERAGE_CPU("average CPU time", NumberType.FRACTION),
  AVERAGE_MEMORY("average memory", NumberType.FRACTION),
  REQUESTED_PROCESSORS("requested processors", NumberType.INT),
  REQUESTED_TIME("requested time", NumberType.LONG),
  REQUESTED_MEMORY("requested memory", NumberType.LONG),
  STATUS("status", NumberType.INT),
  USER("user", NumberType.INT),
  GROUP("group", NumberType.INT),
  EXECUTABLE("executable", NumberType.INT),
  QUEUE("queue", NumberType.INT),
  PARTITION("partition", NumberType.INT),
  PRECEDING("preceding job", NumberType.LONG),
  THINK("think time", NumberType.LONG);

  /**
   * Far above any real time or size, and small enough that appending a digit does not overflow a
   * long.
   */
  private static final long LARGEST_LONG = 100_000_000_000_000_000L;

  private enum NumberType {
    INT,
    LONG,
    FRACTION
  }

  private final String label;
  private final NumberType type;

  SwfColumn(String label, NumberType type) {
    this.label = label;
    this.type = type;
  }

  String label() {
    return label;
  }

  long largest() {
    return type == NumberType.INT ? Integer.MAX_VALUE : LARGEST_LONG;
  }

  /** Averages over processors may have a fraction; all other columns are integers. */
  boolean mayHaveFraction() {
    return type == NumberType.FRACTION;
  }
}
