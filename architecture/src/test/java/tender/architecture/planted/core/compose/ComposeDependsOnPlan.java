package tender.architecture.planted.core.compose;

import tender.architecture.planted.core.plan.Plan;

record ComposeDependsOnPlan(Plan plan) {}
