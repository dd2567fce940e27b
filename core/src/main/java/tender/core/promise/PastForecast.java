package tender.core.promise;

/** A forecast, and when the work really ended. */
public record PastForecast(Forecast forecast, long endedMillis) {}
