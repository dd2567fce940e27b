package tender.server.store.content;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.bagfile.RelativePath;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.protocol.KeptOutputPiece;
import tender.protocol.KeptOutputRequest;
import tender.protocol.ProtocolLimits;
import tender.server.store.sql.Sql;

/**
 * Requests for outputs that providers keep, and the pieces that were sent and not yet read. A
 * request has a limited number of pieces at a time, so that files of any size pass through the
 * database, also between an agent and a user that are connected to different replicas.
 */
public final class KeptOutputRepository {
  /** How many pieces of a file may wait for its reader. */
  private static final int MAX_WAITING_PIECES = 16;

  /** How many requests one provider may have at a time. */
  private static final int MAX_REQUESTS = 8;

  /** A request expires when its reader takes nothing for this long. */
  private static final long EXPIRY_MILLIS = 120_000;

  private final Sql sql;

  public KeptOutputRepository(Sql sql) {
    this.sql = sql;
  }

  /** Creates a request and returns its id; empty if the provider has too many requests. */
  public Optional<Long> create(ReservationId part, int taskIndex, RelativePath path) {
    return sql.transaction(
        session -> {
          session.update("delete from kept_output_request where expires_millis < now_millis()");
          return session.find(
              """
              insert into kept_output_request
                (bag, round, attempt, provider, task_index, path, expires_millis)
              select ?, ?, ?, ?, ?, ?, now_millis() + ?
              where (select count(*) from kept_output_request where provider = ?) < ?
              returning id
              """,
              row -> row.getLong(1),
              part.call().bag().value(),
              part.call().round(),
              part.attempt(),
              part.provider().value(),
              taskIndex,
              path.value(),
              EXPIRY_MILLIS,
              part.provider().value(),
              MAX_REQUESTS);
        });
  }

  /** What a provider has to send now. */
  public List<KeptOutputRequest> list(ProviderId provider) {
    return sql.list(
        """
        select id, bag, round, attempt, task_index, path, received_bytes, read_bytes
        from kept_output_request
        where provider = ? and not unavailable and expires_millis >= now_millis()
          and (total_bytes is null or received_bytes < total_bytes)
        order by id
        """,
        row -> {
          CallId call = new CallId(new BagId(row.getString(2)), row.getInt(3));
          long receivedBytes = row.getLong(7);
          long waitingBytes = receivedBytes - row.getLong(8);
          int waiting = Math.toIntExact(waitingBytes / ProtocolLimits.PIECE_BYTES);
          return new KeptOutputRequest(
              row.getLong(1),
              new ReservationId(call, row.getInt(4), provider),
              row.getInt(5),
              new RelativePath(row.getString(6)),
              receivedBytes,
              MAX_WAITING_PIECES - waiting);
        },
        provider.value());
  }

  /** Stores the next piece of a file. Another piece, or one of an ended request, is ignored. */
  public void add(ProviderId provider, KeptOutputPiece piece) {
    sql.transaction(
        session -> {
          int updated =
              session.update(
                  """
                  update kept_output_request set received_bytes = received_bytes + ?, total_bytes = ?
                  where id = ? and provider = ? and received_bytes = ?
                    and (total_bytes is null or total_bytes = ?)
                    and received_bytes - read_bytes < ?
                  """,
                  piece.content().size(),
                  piece.totalBytes(),
                  piece.request(),
                  provider.value(),
                  piece.fromByte(),
                  piece.totalBytes(),
                  (long) MAX_WAITING_PIECES * ProtocolLimits.PIECE_BYTES);
          if (updated > 0) {
            session.update(
                "insert into kept_output_piece (request, from_byte, content) values (?, ?, ?)"
                    + " on conflict do nothing",
                piece.request(),
                piece.fromByte(),
                piece.content().toByteArray());
          }
          return updated;
        });
  }

  /** The provider does not have the file. */
  public void setUnavailable(ProviderId provider, long request) {
    sql.update(
        "update kept_output_request set unavailable = true where id = ? and provider = ?",
        request,
        provider.value());
  }

  /**
   * The state of a request.
   *
   * @param totalBytes the size of the file; empty if none of it was received
   * @param piece the piece at the position that was asked for, if it was received
   */
  public record Received(boolean isUnavailable, OptionalLong totalBytes, Optional<byte[]> piece) {}

  /** The state of a request, with the piece at a position; empty if the request has expired. */
  public Optional<Received> read(long request, long fromByte) {
    return sql.find(
        """
        select r.unavailable, r.total_bytes, p.content
        from kept_output_request r
          left join kept_output_piece p on p.request = r.id and p.from_byte = ?
        where r.id = ?
        """,
        row -> {
          long bytes = row.getLong(2);
          OptionalLong totalBytes = row.wasNull() ? OptionalLong.empty() : OptionalLong.of(bytes);
          return new Received(row.getBoolean(1), totalBytes, Optional.ofNullable(row.getBytes(3)));
        },
        fromByte,
        request);
  }

  /** Deletes a piece that was read, so that another can be sent. */
  public void setRead(long request, long fromByte, long bytes) {
    sql.transaction(
        session -> {
          session.update(
              "delete from kept_output_piece where request = ? and from_byte = ?",
              request,
              fromByte);
          return session.update(
              "update kept_output_request set read_bytes = ?, expires_millis = now_millis() + ?"
                  + " where id = ?",
              fromByte + bytes,
              EXPIRY_MILLIS,
              request);
        });
  }

  /** Deletes a request with all its pieces. */
  public void delete(long request) {
    sql.update("delete from kept_output_request where id = ?", request);
  }
}
