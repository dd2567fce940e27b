package tender.architecture.planted.core.model;

import tender.architecture.planted.core.profile.Profile;

final class ModelDependsOnProfile {
  /** An array, which must not hide the dependency. */
  Profile[] profiles;
}
