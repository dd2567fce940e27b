package tender.server.store.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Statements on one connection. A Java array parameter becomes a PostgreSQL array. */
public final class Session {
  private final Connection connection;

  /** Maps the current row of a result set to a value. */
  public interface RowMapper<T> {
    T map(ResultSet row) throws SQLException;
  }

  Session(Connection connection) {
    this.connection = connection;
  }

  public <T> List<T> list(String sql, RowMapper<T> reader, @Nullable Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = prepare(sql, parameters);
        ResultSet rows = statement.executeQuery()) {
      List<T> read = new ArrayList<>();
      while (rows.next()) {
        read.add(reader.map(rows));
      }
      return read;
    }
  }

  /** The first row, if there is one. */
  public <T> Optional<T> find(String sql, RowMapper<T> reader, @Nullable Object... parameters)
      throws SQLException {
    return list(sql, reader, parameters).stream().findFirst();
  }

  /** Returns the number of changed rows. */
  public int update(String sql, @Nullable Object... parameters) throws SQLException {
    try (PreparedStatement statement = prepare(sql, parameters)) {
      return statement.executeUpdate();
    }
  }

  private PreparedStatement prepare(String sql, @Nullable Object... parameters)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    try {
      for (int i = 0; i < parameters.length; i++) {
        bind(statement, i + 1, parameters[i]);
      }
      return statement;
    } catch (SQLException | RuntimeException e) {
      statement.close();
      throw e;
    }
  }

  private void bind(PreparedStatement statement, int index, @Nullable Object parameter)
      throws SQLException {
    switch (parameter) {
      case null -> statement.setNull(index, Types.NULL);
      case String[] texts -> statement.setArray(index, connection.createArrayOf("text", texts));
      case Long[] numbers -> statement.setArray(index, connection.createArrayOf("int8", numbers));
      case Integer[] numbers ->
          statement.setArray(index, connection.createArrayOf("int4", numbers));
      default -> statement.setObject(index, parameter);
    }
  }
}
