package tender.architecture.planted.core.profile;

import tender.architecture.planted.core.model.Money;

public record Profile(Money price) {}
