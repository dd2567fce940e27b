package tender.server.store.identity;

import java.util.HexFormat;
import java.util.Optional;
import tender.server.store.sql.Sql;

/** Logins by device code that are not completed. */
public final class DeviceLoginRepository {
  /** Of all addresses. */
  private static final int MAX_LOGINS = 1_000;

  private final Sql sql;

  public DeviceLoginRepository(Sql sql) {
    this.sql = sql;
  }

  /** A login whose result may be asked for now. */
  public record DueLogin(String deviceCode, long intervalMillis) {}

  /** A new secret, which is not stored. */
  public static String newSecret() {
    return Token.random();
  }

  /** The name under which the device code of a secret is encrypted, so that it fits no other. */
  public static String secretName(String secret) {
    return "device login " + HexFormat.of().formatHex(Token.hash(secret));
  }

  /** Whether one more login of an address may be started. Deletes the expired ones. */
  public boolean hasRoom(String address, int maxPerAddress) {
    sql.update("delete from device_login where expires_millis <= now_millis()");
    return sql.find(
            """
            select (select count(*) from device_login where address = ?) < ?
              and (select count(*) from device_login) < ?
            """,
            row -> row.getBoolean(1),
            address,
            maxPerAddress,
            MAX_LOGINS)
        .orElseThrow();
  }

  /**
   * Stores a login.
   *
   * @param deviceCode encrypted
   */
  public void add(
      String secret, String address, String deviceCode, long validMillis, long intervalMillis) {
    sql.update(
        """
        insert into device_login
          (secret_hash, address, expires_millis, interval_millis, next_poll_millis, device_code)
        values (?, ?, now_millis() + ?, ?, now_millis() + ?, ?)
        """,
        Token.hash(secret),
        address,
        validMillis,
        intervalMillis,
        intervalMillis,
        deviceCode);
  }

  /** The interval of a login in milliseconds; empty if it does not exist or has expired. */
  public Optional<Long> interval(String secret) {
    return sql.find(
        "select interval_millis from device_login where secret_hash = ? and expires_millis > now_millis()",
        row -> row.getLong(1),
        Token.hash(secret));
  }

  /** Claims a login whose interval has passed: of concurrent callers one gets it. */
  public Optional<DueLogin> claim(String secret) {
    return sql.find(
        """
        update device_login set next_poll_millis = now_millis() + interval_millis
        where secret_hash = ? and next_poll_millis <= now_millis() + 200
          and expires_millis > now_millis()
        returning device_code, interval_millis
        """,
        row -> new DueLogin(row.getString(1), row.getLong(2)),
        Token.hash(secret));
  }

  /** Makes the interval of a login longer, because the identity provider asks for it. */
  public void slowDown(String secret, long moreMillis) {
    sql.update(
        """
        update device_login
        set interval_millis = interval_millis + ?, next_poll_millis = next_poll_millis + ?
        where secret_hash = ?
        """,
        moreMillis,
        moreMillis,
        Token.hash(secret));
  }

  /** Ends a login. */
  public void remove(String secret) {
    sql.update("delete from device_login where secret_hash = ?", Token.hash(secret));
  }
}
