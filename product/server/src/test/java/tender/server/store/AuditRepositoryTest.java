package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.server.audit.AuditLog;
import tender.server.model.AuditEvent;
import tender.server.store.audit.AuditEntry;
import tender.server.store.audit.AuditMark;
import tender.server.store.audit.AuditRepository;
import tender.server.store.audit.AuditVerifier;

/**
 * The audit log in a real PostgreSQL, also against an administrator with the rights to change it.
 */
class AuditRepositoryTest extends DatabaseTestCase {
  private AuditRepository audit;

  @BeforeEach
  void find() {
    audit = database.audit();
  }

  private static AuditEvent event(String action) {
    return new AuditEvent("user ann", "127.0.0.1", action, "/v1/bags/b1", AuditEvent.DONE);
  }

  private AuditVerifier.Result verify(Optional<AuditMark> expected) {
    return new AuditVerifier(audit, expected).verify(_ -> {});
  }

  private AuditVerifier.Result verify() {
    return verify(Optional.empty());
  }

  /** Changes entries as an administrator who may disable triggers can. */
  private void tamper(String statement) {
    sql.update("alter table audit_entry disable trigger user");
    sql.update(statement);
    sql.update("alter table audit_entry enable trigger user");
  }

  private void append(int events) {
    audit.append(IntStream.range(0, events).mapToObj(i -> event("action" + i)).toList());
  }

  @Test
  void entriesAreNumberedAndFoundByActor() {
    assertThat(verify().problem()).isEmpty();
    append(3);
    audit.append(List.of(new AuditEvent("provider alpha", "", "enrol", "certificate 1", "done")));
    assertThat(audit.newest(Optional.empty(), Long.MAX_VALUE, 2))
        .extracting(AuditEntry::number)
        .containsExactly(4L, 3L);
    assertThat(audit.newest(Optional.of("provider alpha"), Long.MAX_VALUE, 9))
        .extracting(entry -> entry.event().action())
        .containsExactly("enrol");
    assertThat(verify().entries()).isEqualTo(4);
    assertThat(verify().problem()).isEmpty();
  }

  /** What one client sends must not remove the events of others from the log. */
  @Test
  void eventWithAnyTextIsStoredWithTheOthers() {
    audit.append(
        List.of(
            event("before"),
            new AuditEvent("user oscar", "127.0.0.1", "cancel", "a\0b \ud800 \u001b[2J\n", "done"),
            event("after")));
    assertThat(audit.newest(Optional.empty(), Long.MAX_VALUE, 3))
        .extracting(entry -> entry.event().action())
        .containsExactly("after", "cancel", "before");
    assertThat(verify().problem()).isEmpty();
  }

  @Test
  void databaseRejectsChanges() {
    append(3);
    for (String change :
        List.of(
            "update audit_entry set actor = 'user ben' where number = 2",
            "delete from audit_entry",
            "delete from audit_entry where number = 3",
            "truncate audit_entry",
            "delete from audit_start",
            "update audit_start set number = -1")) {
      assertThatThrownBy(() -> sql.update(change))
          .as(change)
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(verify().problem()).isEmpty();
  }

  @Test
  void everyChangeIsFound() {
    append(5);
    AuditMark mark = verify().last();
    for (String column : List.of("actor", "address", "action", "target", "result", "hash")) {
      String original =
          sql.find(
                  "select " + column + " from audit_entry where number = 3",
                  row -> row.getString(1))
              .orElseThrow();
      tamper("update audit_entry set " + column + " = 'f' || " + column + " where number = 3");
      assertThat(verify().problem().orElseThrow()).as(column).startsWith("Entry 3 ");
      tamper("update audit_entry set " + column + " = '" + original + "' where number = 3");
      assertThat(verify().problem()).isEmpty();
    }
    tamper("update audit_entry set at_millis = at_millis + 1 where number = 5");
    assertThat(verify().problem().orElseThrow()).startsWith("Entry 5 ");
    tamper("update audit_entry set at_millis = at_millis - 1 where number = 5");
    tamper("delete from audit_entry where number = 2");
    assertThat(verify().problem().orElseThrow()).startsWith("After entry 1 follows 3");
    tamper("delete from audit_entry where number > 1");
    // Missing entries at the end are found only with a mark that was kept.
    assertThat(verify().problem()).isEmpty();
    assertThat(verify(Optional.of(mark)).problem().orElseThrow()).contains("ends with entry 1");
  }

  @Test
  void logThatWasReplacedIsFoundByItsMark() {
    append(3);
    AuditMark mark = verify().last();
    append(2);
    assertThat(verify(Optional.of(mark)).problem()).isEmpty();
    tamper("delete from audit_entry");
    append(5);
    assertThat(verify().problem()).isEmpty();
    assertThat(verify(Optional.of(mark)).problem().orElseThrow()).contains("was replaced");
  }

  @Test
  void oldestEntriesExpireAndTheRestCanBeVerified() {
    append(10);
    AuditMark mark = verify().last();
    long futureMillis = database.store().nowMillis() + 1_000;
    assertThat(audit.deleteExpired(0, 4)).isZero();
    assertThat(audit.deleteExpired(futureMillis, 4)).isEqualTo(4);
    assertThat(audit.start().number()).isEqualTo(4);
    assertThat(verify(Optional.of(mark)).problem()).isEmpty();
    AuditMark expired = new AuditMark(2, mark.hash());
    assertThat(verify(Optional.of(expired)).problem().orElseThrow()).contains("has expired");
    assertThat(audit.deleteExpired(futureMillis, 400)).isEqualTo(6);
    assertThat(verify(Optional.of(mark)).problem()).isEmpty();
    append(1);
    assertThat(verify()).extracting(result -> result.last().number()).isEqualTo(11L);
    assertThat(verify(Optional.of(mark)).problem()).isEmpty();
  }

  @Test
  void concurrentServersAppendToOneChain() throws Exception {
    int threads = 16;
    long events = 50;
    List<AuditLog> servers = List.of(new AuditLog(audit), new AuditLog(audit));
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < threads; i++) {
        AuditLog log = servers.get(i % servers.size());
        String action = "thread" + i;
        executor.execute(
            () -> {
              for (long j = 0; j < events; j++) {
                log.record(event(action));
              }
            });
      }
    }
    assertThat(verify().problem()).isEmpty();
    List<Long> numbers = new ArrayList<>();
    audit.after(0, 10_000).forEach(entry -> numbers.add(entry.number()));
    assertThat(numbers)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, threads * events).boxed().toList());
  }

  @Test
  void unavailableDatabaseFailsNoRequest() {
    database.close();
    new AuditLog(audit).record(event("submit"));
  }
}
