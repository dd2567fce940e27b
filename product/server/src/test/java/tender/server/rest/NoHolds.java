package tender.server.rest;

import java.util.Optional;
import tender.bagfile.WorkOrder;
import tender.server.api.ApiException;
import tender.server.api.HoldApi;
import tender.server.api.view.HoldView;
import tender.server.model.Requirements;
import tender.server.model.UserId;

/** No user is another market. */
final class NoHolds implements HoldApi {
  @Override
  public HoldView request(UserId market, String key, WorkOrder order, Requirements requirements) {
    throw noMarket(market);
  }

  @Override
  public Optional<HoldView> find(UserId market, String key) {
    throw noMarket(market);
  }

  @Override
  public HoldView commit(UserId market, String key, WorkOrder order) {
    throw noMarket(market);
  }

  private static ApiException noMarket(UserId user) {
    return ApiException.notFound("The user " + user + " is not another market.", "");
  }
}
