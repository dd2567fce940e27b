package tender.server.audit;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import tender.server.model.AuditEvent;
import tender.server.store.audit.AuditRepository;

/**
 * Records events in PostgreSQL. Events that arrive while others are written are written together
 * next, so that many requests share one transaction.
 */
public final class AuditLog {
  private static final Logger LOG = System.getLogger(AuditLog.class.getName());
  private static final int MAX_BATCH = 500;

  private final AuditRepository repository;
  private final Queue<Waiting> queue = new ConcurrentLinkedQueue<>();
  private final ReentrantLock writing = new ReentrantLock();

  public AuditLog(AuditRepository repository) {
    this.repository = repository;
  }

  /** An event that a thread waits for. */
  private static final class Waiting {
    private final AuditEvent event;

    /** Guarded by the lock. */
    private boolean isWritten;

    private Waiting(AuditEvent event) {
      this.event = event;
    }
  }

  /**
   * Records an event, and returns when it is stored. It does not fail: what cannot be stored is
   * logged, since the action has already happened.
   */
  public void record(AuditEvent event) {
    var own = new Waiting(event);
    queue.add(own);
    writing.lock();
    try {
      // Another thread may have written it. Otherwise it is among the events to come.
      while (!own.isWritten) {
        writeNext();
      }
    } finally {
      writing.unlock();
    }
  }

  private void writeNext() {
    List<Waiting> batch = new ArrayList<>();
    while (batch.size() < MAX_BATCH) {
      Waiting next = queue.poll();
      if (next == null) {
        break;
      }
      batch.add(next);
    }
    List<AuditEvent> events = batch.stream().map(waiting -> waiting.event).toList();
    try {
      repository.append(events);
    } catch (RuntimeException e) {
      // Not tried again: it may have been committed, and the requests must be answered.
      LOG.log(Level.ERROR, "Events may be missing in the audit log: events={0}", events, e);
    }
    batch.forEach(waiting -> waiting.isWritten = true);
  }
}
