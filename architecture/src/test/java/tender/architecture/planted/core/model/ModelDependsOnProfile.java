package tender.architecture.planted.core.model;

import tender.architecture.planted.core.profile.Profile;

final class ModelDependsOnProfile {
  /** In an array, since that must not hide it. */
  Profile[] profiles;
}
