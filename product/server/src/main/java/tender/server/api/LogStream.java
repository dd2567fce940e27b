package tender.server.api;

/** An output stream of a task. */
public enum LogStream {
  STDOUT,
  STDERR
}
