package tender.experiments.day;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import tender.core.call.CallRecord;
import tender.core.call.Candidates;
import tender.core.call.KnownProvider;
import tender.core.call.ProviderSelector;
import tender.core.call.SeededHash;
import tender.core.call.UsefulReplies;
import tender.core.compose.Reply;
import tender.core.model.ProviderId;
import tender.core.model.Time;

/**
 * Those among whom one selector chooses, with their records: the providers of the market or of a
 * cell, or the cells. As in a live market, records take effect after a second.
 */
final class CalledGroup {
  private static final long REFRESH_MILLIS = Time.SECOND_MILLIS;

  private final CpuTimer timer;
  private final Map<ProviderId, CallRecord> records = new LinkedHashMap<>();
  private final Map<ProviderId, CallRecord> changed = new LinkedHashMap<>();
  private ProviderSelector selector;
  private long refreshedMillis;

  CalledGroup(List<KnownProvider> members, int perCall, CpuTimer timer) {
    this.timer = timer;
    selector = new ProviderSelector(members, perCall);
  }

  Candidates candidates() {
    return selector.candidates();
  }

  int perCall() {
    return selector.providersPerCall();
  }

  List<ProviderId> select(DayBag bag, Candidates candidates, int count) {
    long nowMillis = bag.submittedMillis();
    return timer.measure(
        bag,
        () -> {
          if (nowMillis - refreshedMillis >= REFRESH_MILLIS && !changed.isEmpty()) {
            refreshedMillis = nowMillis;
            selector = selector.withCallRecords(changed);
            changed.clear();
          }
          return selector.select(bag.bag(), candidates, count, SeededHash.of(1, bag.id()));
        });
  }

  /** Calls members and notes whether their replies are useful. */
  void call(
      DayBag bag,
      List<ProviderId> called,
      Function<ProviderId, Reply> answer,
      List<Reply> replies) {
    List<Reply> wave = called.stream().map(answer).toList();
    replies.addAll(wave);
    UsefulReplies useful = UsefulReplies.of(wave, bag.bag().deadlineMillis());
    for (Reply reply : wave) {
      ProviderId member = reply.provider();
      CallRecord record = Objects.requireNonNullElse(records.get(member), CallRecord.NONE);
      CallRecord after = record.after(useful.contains(reply), bag.submittedMillis());
      records.put(member, after);
      changed.put(member, after);
    }
  }
}
