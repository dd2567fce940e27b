package tender.server.agents.limits;

import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Limits the database work for agents that connect, so that a connection storm leaves database
 * connections to users. An agent that waits to send Hello does not count, so that agents that send
 * none do not keep others out.
 */
public final class RegistrationLimiter {
  /** Short waits cost less than a rejection, which needs another call of the agent. */
  private static final int WAITING_PER_WORKING = 15;

  private final RegistrationAdmission admission;
  private final Semaphore working;

  /**
   * @param maxConcurrent how many certificates are checked in the database at the same time
   */
  public RegistrationLimiter(int maxConcurrent) {
    admission = new RegistrationAdmission(maxConcurrent * (1 + WAITING_PER_WORKING));
    working = new Semaphore(maxConcurrent, true);
  }

  /**
   * Reserves the authentication of an agent, to be followed by {@link #authenticate}.
   *
   * @return empty if it is admitted, else the milliseconds after which it should come back
   */
  public OptionalLong tryAdmit() {
    synchronized (admission) {
      return admission.tryBegin(System.nanoTime());
    }
  }

  /** Runs the authentication of an admitted agent. */
  public <T> T authenticate(Supplier<T> step) {
    long startNanos = System.nanoTime();
    try {
      working.acquireUninterruptibly();
      try {
        return step.get();
      } finally {
        working.release();
      }
    } finally {
      end(startNanos);
    }
  }

  /** Runs the registration of an authenticated agent. */
  public void register(Runnable step) {
    synchronized (admission) {
      admission.begin();
    }
    long startNanos = System.nanoTime();
    try {
      step.run();
    } finally {
      end(startNanos);
    }
  }

  private void end(long startNanos) {
    synchronized (admission) {
      admission.end(System.nanoTime() - startNanos);
    }
  }
}
