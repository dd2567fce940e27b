package tender.app.live;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads the tables directly, without a server. */
record DatabaseReader(String jdbcUrl) {

  /** The number of accepted results; a task with two accepted results counts twice. */
  int acceptedResults(String bag) throws SQLException {
    return Integer.parseInt(
        list(
                "select coalesce(sum(upper(r) - lower(r)), 0) from accepted_result, unnest(tasks) r"
                    + " where bag = ?",
                bag)
            .getFirst());
  }

  /** The files that users have sent to the object store without the server. */
  int directUploads() throws SQLException {
    return Integer.parseInt(
        list("select count(*) from user_file where upload is not null and ? = ''", "").getFirst());
  }

  /** The names of all objects that a row names, complete or not. */
  List<String> objects() throws SQLException {
    return list("select object from upload where object is not null and ? = ''", "");
  }

  /** The names of the objects that the rows say are complete and in use. */
  List<String> completeObjects() throws SQLException {
    return list("select object from upload where object is not null and is_blob and ? = ''", "");
  }

  /** Content that nothing refers to, and content that may be unused and is not checked yet. */
  int unusedContents() throws SQLException {
    return Integer.parseInt(
        list(
                "select (select count(*) from upload where not is_blob)"
                    + " + (select count(*) from file_check) + (select count(*) from blob_check)"
                    + " where ? = ''",
                "")
            .getFirst());
  }

  /** The groups of a user at the identity provider. */
  String groups(String user) throws SQLException {
    return list("select groups::text from login_identity where user_id = ?", user).getFirst();
  }

  /** The logins of this kind that the identity provider has confirmed since they were made. */
  int refreshedLogins(String kind) throws SQLException {
    return list(
            "select user_id from login_session where kind = ? and confirmed_millis > created_millis + 5000",
            kind)
        .size();
  }

  /** The actions in the audit log, oldest first. */
  List<String> auditedActions() throws SQLException {
    return list("select action from audit_entry where actor <> ? order by number", "");
  }

  /** The bags that have not ended. */
  int openBags() throws SQLException {
    return Integer.parseInt(
        list("select count(*) from bag where ended_millis is null and ? = ''", "").getFirst());
  }

  /** How many notifications of bags have not been delivered. */
  int waitingNotifications() throws SQLException {
    return Integer.parseInt(
        list(
                "select count(*) from notification_delivery"
                    + " where ended_millis is null and bag is not null and ? = ''",
                "")
            .getFirst());
  }

  /** The bags of all users that are not deleted. */
  List<String> keptBags() throws SQLException {
    return list("select bag from submission where deleted_millis is null and ? = ''", "");
  }

  /** Bags that users have deleted and servers have not. */
  int deletedBags() throws SQLException {
    return Integer.parseInt(
        list("select count(*) from submission where deleted_millis is not null and ? = ''", "")
            .getFirst());
  }

  /** The size of the database on disk. */
  long bytes() throws SQLException {
    return Long.parseLong(
        list("select pg_database_size(current_database()) where ? = ''", "").getFirst());
  }

  /** The number of tasks with an accepted result. */
  int acceptedTasks(String bag) throws SQLException {
    return Integer.parseInt(
        list(
                "select coalesce(sum(upper(r) - lower(r)), 0) from unnest((select range_agg(m)"
                    + " from (select unnest(tasks) m from accepted_result where bag = ?) s)) r",
                bag)
            .getFirst());
  }

  /** The number of accepted tasks of each reservation. */
  List<String> parts(String bag) throws SQLException {
    return list(
        "select provider || ' round ' || round || ': ' || (select sum(upper(r) - lower(r))"
            + " from unnest(tasks) r) from accepted_result where bag = ? order by round, attempt, provider",
        bag);
  }

  /** The amount paid for a bag, in thousandths of a credit. */
  long paid(String bag) throws SQLException {
    return amount("CHARGE", bag);
  }

  /** How much of the amount paid for a bag is surcharge, in thousandths of a credit. */
  long surcharge(String bag) throws SQLException {
    return Long.parseLong(
        list("select coalesce(sum(surcharge), 0) from transfer where bag = ?", bag).getFirst());
  }

  /** The amount put on hold for a bag, in thousandths of a credit. */
  long held(String bag) throws SQLException {
    return amount("HOLD", bag);
  }

  long released(String bag) throws SQLException {
    return amount("RELEASE", bag);
  }

  /** The sum of all balances, which is zero in a correct ledger. */
  long sumOfBalances() throws SQLException {
    return Long.parseLong(
        list("select coalesce(sum(balance), 0) from account where ? = ''", "").getFirst());
  }

  private long amount(String kind, String bag) throws SQLException {
    return Long.parseLong(
        list(
                "select coalesce(sum(amount), 0) from transfer where kind = '"
                    + kind
                    + "' and bag = ?",
                bag)
            .getFirst());
  }

  /** The history of a bag, in order. */
  List<String> bagEvents(String bag) throws SQLException {
    return list("select effect::text from bag_history where bag = ? order by version, index", bag);
  }

  private List<String> list(String query, String bag) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setString(1, bag);
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          rows.add(found.getString(1));
        }
      }
    }
    return rows;
  }
}
