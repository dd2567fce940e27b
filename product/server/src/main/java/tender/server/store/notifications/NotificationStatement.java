package tender.server.store.notifications;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.bagfile.NotificationChoice;
import tender.codec.StoredJson;
import tender.core.store.Transaction;
import tender.server.model.NotificationEvent;
import tender.server.store.sql.Parameters;

/**
 * Records in the statement that writes a bag what its user is to be notified of, so that no crash
 * can come between the bag and its notifications. For a user without channels this reads an index
 * and writes nothing; most transactions have no events and do not even do that.
 */
public final class NotificationStatement {
  /** So many notifications of a channel may wait; of more the user is not notified. */
  static final int MAX_WAITING = 10_000;

  /**
   * Continues the statement that writes a bag, which returns its id and its user, and has the
   * accepted results as {@code accepted}. The id of an event follows from the bag and the event.
   * What the bag is submitted with says which events and channels there are, if it says that. It
   * locks the channels, because one that is removed meanwhile must not fail the bag.
   */
  public static final String SQL =
      """
      ,
      candidate as (
        select written.id as bag, n.event, n.data, c.id as channel
        from written
          cross join unnest(?, ?) as n (event, data)
          cross join lateral (
            select coalesce(?::json, (
              select s.requirements -> 'notify' from submission s where s.bag = written.id))
              as choice) given
          join notification_channel c on c.user_id = written.submitter
            and c.confirmed_millis is not null
            and case
              when json_typeof(choice -> 'events') = 'array'
                then (choice -> 'events')::jsonb @> to_jsonb(n.event)
              else n.event = any (c.events) end
            and case
              when json_array_length(choice -> 'channels') > 0
                then (choice -> 'channels')::jsonb @> to_jsonb(c.name)
              else true end
        where n.event <> 'tasks-failed' or exists (
          select from pack where pack.bag = written.id and pack.has_failures
            and (pack.round, pack.attempt, pack.provider) in (
              select round, attempt, provider from accepted))),
      first as (
        insert into notification_event (bag, event)
        select distinct bag, event from candidate
        on conflict do nothing
        returning bag, event),
      notified as (
        insert into notification_delivery (channel, event_id, event, bag, bag_name, data)
        select c.id,
          'evt_' || left(encode(sha256(convert_to(bag || '/' || event, 'UTF8')), 'hex'), 32),
          event, bag, coalesce(?, (select name from submission s where s.bag = first.bag)), data::json
        from first join candidate using (bag, event)
          join notification_channel c on c.id = candidate.channel
        where not exists (
          select from notification_delivery d
          where d.channel = c.id and d.ended_millis is null offset ?)
        order by c.id
        for key share of c
        on conflict do nothing)
      """;

  private final List<BagNotifications.Candidate> candidates;

  private NotificationStatement(List<BagNotifications.Candidate> candidates) {
    this.candidates = candidates;
  }

  /** What a transaction notifies of; empty if nothing. */
  public static Optional<NotificationStatement> of(Transaction transaction) {
    List<BagNotifications.Candidate> candidates = BagNotifications.of(transaction);
    return candidates.isEmpty()
        ? Optional.empty()
        : Optional.of(new NotificationStatement(candidates));
  }

  /**
   * Adds the parameters of {@link #SQL}.
   *
   * @param choice of a new bag, whose submission is written by the same statement
   * @param bagName of a new bag
   */
  public void addTo(
      Parameters parameters, Optional<NotificationChoice> choice, @Nullable String bagName) {
    parameters.addTexts(candidates, one -> one.event().text());
    parameters.addTexts(candidates, BagNotifications.Candidate::data);
    parameters.add(choice.map(one -> StoredJson.write(NotificationChoice.class, one)).orElse(null));
    parameters.add(bagName);
    parameters.add(MAX_WAITING - 1);
  }

  /** The names of events, as they are stored. */
  static String[] texts(List<NotificationEvent> events) {
    return events.stream().map(NotificationEvent::text).toArray(String[]::new);
  }
}
