package tender.core.profile;

import tender.core.model.Time;

/**
 * How many processors are free at each instant from the profile's origin on: a step function whose
 * last step never ends.
 *
 * <p>Steps are numbered from zero. Neighbouring steps always differ, so that the number of steps
 * tells how fragmented the time is, not how it came about.
 */
public interface Profile {

  /** The first instant that the profile knows; all that went before is forgotten. */
  long originMillis();

  /** Processors free at one instant, which must not lie before the origin. */
  int freeAt(long instantMillis);

  /**
   * The least number of processors free at any instant from {@code from} until before {@code
   * until}.
   */
  int minFree(long fromMillis, long untilMillis);

  /**
   * The earliest start, not before the given instant, from which on {@code width} processors are
   * free for {@code durationMillis}; {@link Time#NEVER} if there is none.
   */
  long earliestStart(int width, long durationMillis, long notBeforeMillis);

  /**
   * The earliest start, not before the given instant, to which something can be moved that has its
   * processors now from {@code startMillis} on: where it would overlap its present place it needs
   * nothing more. Its present start if there is no earlier one.
   */
  long earlierStart(int width, long durationMillis, long notBeforeMillis, long startMillis);

  /**
   * Takes {@code width} processors for {@code durationMillis} from the {@link #earliestStart
   * earliest start} on, and returns that; {@link Time#NEVER} if there is none, and nothing is
   * taken.
   */
  long takeEarliest(int width, long durationMillis, long notBeforeMillis);

  /** Told of equal tasks that start together. */
  interface RunConsumer {
    void add(long startMillis, int tasks);
  }

  /**
   * Takes processors for equal tasks, one by one, each from the earliest start on that the ones
   * before it leave. Those that start together are told together, in order of time.
   *
   * @return the start of the last; {@link Time#NEVER} says that not all could be placed, since what
   *     holds the processors has no end
   */
  long takeEach(int tasks, int width, long durationMillis, long notBeforeMillis, RunConsumer runs);

  /**
   * Takes processors from one instant until before another.
   *
   * @throws IllegalStateException if that would leave less than none free; nothing is changed then
   */
  void take(long fromMillis, long untilMillis, int processors);

  /** Gives processors back, or adds new ones. */
  void release(long fromMillis, long untilMillis, int processors);

  /** Moves the origin forward and forgets all steps that ended by then. */
  void trimBefore(long instantMillis);

  /** A profile of its own that begins as this one stands: for asking what if. */
  Profile copy();

  int steps();

  long stepFromMillis(int step);

  /** Where a step ends and the next begins, {@link Time#NEVER} for the last. */
  long stepUntilMillis(int step);

  int stepFree(int step);
}
