package tender.simulator.faults.seed;

/** A fault of the environment, which the protocol must tolerate. */
public enum Fault {
  MESSAGE_LOST("messages lost"),
  MESSAGE_DOUBLED("messages duplicated"),
  MESSAGE_DELAYED("messages delayed and reordered"),
  LINK_CUT("links cut one way"),
  REPLICA_KILLED("replicas killed"),
  REPLICA_PAUSED("replicas paused"),
  AGENT_KILLED("agents killed"),
  AGENT_PAUSED("agents paused"),
  AGENT_CLOCK("agents' clocks jumped"),
  STORE_CLOCK("store's clock jumped"),
  STORE_REFUSED("writes refused by the store"),
  STORE_DROPPED("store's connections dropped"),
  STORE_SILENT("writes committed but not confirmed"),
  BATCH_DOWN("batch systems down"),
  SUBMIT_UNANSWERED("submissions unanswered"),
  JOB_FORGOTTEN("finished jobs forgotten"),
  JOB_REQUEUED("jobs requeued"),
  REPORT_LATE("reports late"),
  PROVIDER_GONE("providers removed permanently"),
  AGENT_LIED("false messages sent"),
  AGENT_ENROLLED_AGAIN("agents enrolled again"),
  ACKNOWLEDGED_FOR_OTHER("messages acknowledged for another provider"),
  DELIVERED_WITHOUT_PART("results delivered without a part"),
  OLD_IDENTITY_USED("old identities used by an attacker"),
  USER_REPEATED("bags submitted again"),
  FUNDS_LOW("accounts with too little money");

  private final String plural;

  Fault(String plural) {
    this.plural = plural;
  }

  /** The label for a count of this fault, such as "messages lost". */
  public String plural() {
    return plural;
  }
}
