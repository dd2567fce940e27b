package tender.simulator.faults;

/** What can go wrong without being anybody's bug. */
public enum Fault {
  MESSAGE_LOST("messages lost"),
  MESSAGE_DOUBLED("messages doubled"),
  MESSAGE_DELAYED("messages delayed past others"),
  LINK_CUT("links cut one way"),
  REPLICA_KILLED("replicas killed"),
  REPLICA_PAUSED("replicas paused"),
  AGENT_KILLED("agents killed"),
  AGENT_PAUSED("agents paused"),
  AGENT_CLOCK("agents' clocks jumped"),
  STORE_CLOCK("store's clock jumped"),
  STORE_REFUSED("writes refused by the store"),
  STORE_DROPPED("store's connections dropped"),
  STORE_SILENT("writes done and not said so"),
  BATCH_DOWN("batch systems down"),
  SUBMIT_UNANSWERED("submits unanswered"),
  JOB_FORGOTTEN("finished jobs forgotten"),
  JOB_REQUEUED("jobs requeued"),
  REPORT_LATE("reports late"),
  PROVIDER_GONE("providers gone for good"),
  AGENT_LIED("lies told"),
  USER_REPEATED("bags handed in again");

  private final String plural;

  Fault(String plural) {
    this.plural = plural;
  }

  /** As one counts them. */
  public String plural() {
    return plural;
  }
}
