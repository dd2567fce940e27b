package tender.architecture.planted.core.offer;

import tender.architecture.planted.core.plan.Plan;

public record Generator(Plan plan) {}
