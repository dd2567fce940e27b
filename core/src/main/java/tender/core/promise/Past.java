package tender.core.promise;

/** Work that was forecast, and when it really ended. */
public record Past(Forecast forecast, long endedMillis) {}
