package tender.server.agents.rejection;

/** Why the server refused what an agent attempted. */
public enum AgentRejection {
  /** The agent was enrolled again, or uses a renewed certificate. */
  CERTIFICATE_REPLACED,
  CERTIFICATE_REVOKED,
  /** A message or a pack names another provider. */
  OTHER_PROVIDER,
  /** The acknowledged message is addressed to another provider. */
  OTHER_ACKNOWLEDGEMENT,
  /** The provider was not called for the bag, and has no part of it. */
  NO_ACCESS,
  /** The results are of a part that was never assigned to the provider. */
  NO_PART,
  /** The results of a part exceed its quota. */
  QUOTA_EXCEEDED,
  /** A message does not follow the protocol. */
  MALFORMED_MESSAGE
}
