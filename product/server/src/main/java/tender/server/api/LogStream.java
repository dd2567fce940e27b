package tender.server.api;

/** One of the two streams that a task writes. */
public enum LogStream {
  STDOUT,
  STDERR
}
