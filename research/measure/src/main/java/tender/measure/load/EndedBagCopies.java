package tender.measure.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.server.model.UserId;

/**
 * Fills a database with copies of one ended bag: its state, submission, history, results and
 * payments, with other ids and other times. The copies belong to a user of their own, who has many
 * of them and pays for them.
 */
final class EndedBagCopies {
  private static final int STEP = 10_000;
  private static final long PROGRESS_NANOS = 10_000_000_000L;

  /**
   * Each statement copies the rows of one table. The copies have the numbers from the first to the
   * second parameter; {@code template} is the copied bag. The last copy is the newest.
   */
  private static final List<String> COPIES =
      List.of(
          """
          insert into bag (id, version, state, summary)
          select c.id, version,
            regexp_replace(replace(state::text, $id, c.id), '"endedMillis":\\d+', '"endedMillis":' || c.ended)::json,
            regexp_replace(replace(summary::text, $id, c.id), '"endedMillis":\\d+', '"endedMillis":' || c.ended)::json
          from $copies, bag t where t.id = $id
          """,
          """
          insert into submission
            (bag, user_id, client_key, name, work_order, requirements, command_key, listed_work, created_millis)
          select c.id, $user, c.id, name, work_order, requirements, command_key, listed_work, c.ended - 60000
          from $copies, submission t where t.bag = $id
          """,
          """
          insert into bag_history (bag, version, index, at_millis, effect)
          select c.id, version, index, c.ended, replace(effect::text, $id, c.id)::json
          from $copies, bag_history t where t.bag = $id
          """,
          """
          insert into accepted_result (bag, round, attempt, provider, tasks)
          select c.id, round, attempt, provider, tasks from $copies, accepted_result t where t.bag = $id
          """,
          """
          insert into offer_outcome (provider, bag, used, ended_millis, late_millis)
          select provider, c.id, used, c.ended, late_millis from $copies, offer_outcome t where t.bag = $id
          """,
          """
          insert into upload (id, started_millis, is_blob) overriding system value
          select 1000000000 + c.number, c.ended, true from $copies
          """,
          """
          insert into chunk (upload, index, content)
          select 1000000000 + c.number, 0, convert_to(c.id || repeat('x', 2000), 'UTF8') from $copies
          """,
          """
          insert into blob (digest, bytes, upload)
          select encode(sha256(convert_to(c.id, 'UTF8')), 'hex'), 2000, 1000000000 + c.number from $copies
          """,
          """
          insert into pack (bag, round, attempt, provider, digest, tasks, outcomes, stored_millis,
            peak_bytes, run_millis, memory_kills, has_failures)
          select c.id, round, attempt, provider, encode(sha256(convert_to(c.id, 'UTF8')), 'hex'), tasks,
            outcomes, c.ended, peak_bytes, run_millis, memory_kills, has_failures
          from $copies, (select * from pack where bag = $id limit 1) t
          """,
          "insert into account (id) select 'hold:' || c.id from $copies",
          """
          insert into transfer (key, kind, payer, payee, amount, bag, provider, at_millis)
          select replace(key, $id, c.id), kind,
            case when payer like 'user:%' then 'user:' || $user else replace(payer, $id, c.id) end,
            case when payee like 'user:%' then 'user:' || $user else replace(payee, $id, c.id) end,
            amount, c.id, provider, c.ended
          from $copies, transfer t where t.bag = $id
          order by c.number, t.serial
          """);

  private final Connection connection;
  private final BagId template;
  private final UserId user;

  EndedBagCopies(Connection connection, BagId template, UserId user) {
    this.connection = connection;
    this.template = template;
    this.user = user;
  }

  /**
   * Adds copies with the numbers from {@code first} to {@code last}, whose ends are spread evenly
   * over the days before now.
   */
  void add(int first, int last, int fromDaysAgo, int untilDaysAgo) throws SQLException {
    long reportedNanos = System.nanoTime();
    for (int from = first; from <= last; from += STEP) {
      int until = Math.min(last, from + STEP - 1);
      for (String copy : COPIES) {
        run(copy, from, until, first, last, fromDaysAgo, untilDaysAgo);
      }
      if (System.nanoTime() - reportedNanos > PROGRESS_NANOS) {
        System.err.printf("%d of %d bags added%n", until - first + 1, last - first + 1);
        reportedNanos = System.nanoTime();
      }
    }
    connection.createStatement().execute("analyze");
  }

  private void run(
      String copy, int from, int until, int first, int last, int fromDaysAgo, int untilDaysAgo)
      throws SQLException {
    double millisPerBag =
        (double) (fromDaysAgo - untilDaysAgo) * Time.DAY_MILLIS / (last - first + 1);
    String copies =
        """
        (select number, 'h' || lpad(number::text, 9, '0') as id,
          (extract(epoch from now()) * 1000)::bigint - %d + ((number - %d) * %f)::bigint as ended
         from generate_series(%d, %d) number) c
        """
            .formatted(fromDaysAgo * Time.DAY_MILLIS, first, millisPerBag, from, until);
    String sql =
        copy.replace("$copies", copies)
            .replace("$id", "'" + template.value() + "'")
            .replace("$user", "'" + user.value() + "'");
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.execute();
    }
  }
}
