package tender.server.store.content;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import tender.bagfile.Digest;

/**
 * A process that is killed before one of its changes: from then on, none of its statements reaches
 * PostgreSQL and none of its requests reaches the store.
 */
final class Life {
  /** What happens to every operation of a dead process. */
  static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final int points;
  private final AtomicInteger passed = new AtomicInteger();

  /**
   * A process that ends at a point.
   *
   * @param points how many points it passes
   */
  Life(int points) {
    this.points = points;
  }

  static Life endless() {
    return new Life(Integer.MAX_VALUE);
  }

  boolean isOver() {
    return passed.get() > points;
  }

  int passed() {
    return passed.get();
  }

  private void point() {
    if (passed.incrementAndGet() > points) {
      throw new Killed();
    }
  }

  DataSource connections(DataSource real) {
    return proxy(
        DataSource.class,
        (_, method, arguments) -> {
          Object result = call(real, method, arguments);
          return result instanceof Connection connection ? connection(connection) : result;
        });
  }

  private Connection connection(Connection real) {
    return proxy(
        Connection.class,
        (_, method, arguments) -> {
          if (method.getName().equals("commit")) {
            point();
            return call(real, method, arguments);
          }
          Object result = call(real, method, arguments);
          return result instanceof PreparedStatement statement
              ? statement(statement, isChange((String) arguments[0]))
              : result;
        });
  }

  /** To be killed before a statement that changes nothing is the same as before the next one. */
  private static boolean isChange(String sql) {
    return !sql.startsWith("select") && !sql.startsWith("set");
  }

  private PreparedStatement statement(PreparedStatement real, boolean isChange) {
    Set<String> executions = Set.of("executeQuery", "executeUpdate");
    return proxy(
        PreparedStatement.class,
        (_, method, arguments) -> {
          if (!executions.contains(method.getName())) {
            return call(real, method, arguments);
          }
          if (isChange) {
            point();
          } else if (isOver()) {
            throw new Killed();
          }
          return call(real, method, arguments);
        });
  }

  private static Object call(Object real, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(Life.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  ContentStore store(ContentStore real) {
    return new ContentStore() {
      @Override
      public Optional<String> newName(Digest digest) {
        return real.newName(digest);
      }

      @Override
      public void write(ContentId id, InputStream content) throws IOException {
        point();
        real.write(id, stream(content));
      }

      @Override
      public InputStream open(ContentId id, long fromByte) {
        return real.open(id, fromByte);
      }

      @Override
      public boolean isAbsent(ContentId id) {
        return real.isAbsent(id);
      }

      @Override
      public void delete(ContentId id) {
        point();
        real.delete(id);
      }
    };
  }

  private InputStream stream(InputStream real) {
    return new FilterInputStream(real) {
      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        point();
        return super.read(into, offset, length);
      }
    };
  }
}
