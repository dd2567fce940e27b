package tender.server.store.uploads;

import tender.core.message.ReservationId;
import tender.server.model.UserId;

/**
 * A user or a provider that sends content directly to the object store. Only the owner can continue
 * an upload.
 *
 * @param value unique among all owners
 */
public record UploadOwner(String value) {
  public static UploadOwner of(UserId user) {
    return new UploadOwner("user/" + user.value());
  }

  /** The provider of a part, for the results of the part. */
  public static UploadOwner of(ReservationId part) {
    return new UploadOwner(
        "part/%s/%d/%d/%s"
            .formatted(
                part.call().bag().value(),
                part.call().round(),
                part.attempt(),
                part.provider().value()));
  }
}
