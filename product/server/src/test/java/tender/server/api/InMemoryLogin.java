package tender.server.api;

import java.net.URI;
import java.util.Optional;
import tender.server.model.UserId;

/** Single sign-on without a provider: logins start, and all answers to them are refused. */
public class InMemoryLogin implements LoginApi {
  @Override
  public String providerName() {
    return "id.example.org";
  }

  @Override
  public URI publicUrl() {
    return URI.create("https://tender.example.org");
  }

  @Override
  public BrowserLogin start(String returnPath) {
    return new BrowserLogin(URI.create("https://id.example.org/authorize"), "attempt");
  }

  @Override
  public CompletedLogin complete(String attempt, ProviderAnswer answer, String address) {
    throw ApiException.refused("This browser has not started this login.", "Start it again.");
  }

  @Override
  public DeviceLogin startDevice(String address) {
    return new DeviceLogin(
        "secret", "AB-CD", URI.create("https://id.example.org/device"), Optional.empty(), 1, 1);
  }

  @Override
  public DeviceLoginResult pollDevice(String secret, String address) {
    throw ApiException.refused("The login does not exist.", "Start it again.");
  }

  @Override
  public Optional<UserId> user(String token) {
    return Optional.empty();
  }

  @Override
  public Optional<URI> logout(String token) {
    return Optional.empty();
  }
}
