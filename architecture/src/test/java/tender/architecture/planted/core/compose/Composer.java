package tender.architecture.planted.core.compose;

import tender.architecture.planted.core.profile.Profile;

public record Composer(Profile profile) {}
