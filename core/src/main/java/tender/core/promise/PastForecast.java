package tender.core.promise;

/** Work that was forecast, and when it really ended. */
public record PastForecast(Forecast forecast, long endedMillis) {}
