package tender.server.model;

import java.time.LocalDate;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * What a project paid a provider for the bags of a member on a day.
 *
 * @param penalties what the provider paid back
 */
public record ProjectUsage(
    UserId user, ProviderId provider, LocalDate day, Money charged, Money penalties) {}
