package tender.architecture.planted.core.plan;

import tender.architecture.planted.core.profile.Profile;

public record Plan(Profile profile) {}
