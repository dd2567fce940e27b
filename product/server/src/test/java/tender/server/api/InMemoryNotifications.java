package tender.server.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import tender.server.model.NotificationChannel;
import tender.server.model.NotificationDelivery;
import tender.server.model.NotificationEvent;
import tender.server.model.UserId;

/** Notification channels in memory. The code of every address is {@value #CODE}. */
public final class InMemoryNotifications implements NotificationApi {
  public static final String CODE = "23456789";

  private final Map<UserId, Map<String, NotificationChannel>> channels = new HashMap<>();
  private final Map<NotificationChannel, List<NotificationDelivery>> sent = new HashMap<>();

  private Map<String, NotificationChannel> of(UserId user) {
    return channels.computeIfAbsent(user, key -> new TreeMap<>());
  }

  private void add(
      UserId user,
      String name,
      NotificationChannel.Kind kind,
      String address,
      List<NotificationEvent> events) {
    NotificationChannel channel =
        new NotificationChannel(
            name,
            kind,
            address,
            events.isEmpty() ? List.of(NotificationEvent.values()) : events,
            1_000,
            kind == NotificationChannel.Kind.WEBHOOK,
            0,
            OptionalLong.empty(),
            Optional.empty());
    if (of(user).putIfAbsent(name, channel) != null) {
      throw ApiException.conflict("You have a channel with the name '" + name + "'.", "Remove it.");
    }
  }

  @Override
  public synchronized String addWebhook(
      UserId user, String name, String url, List<NotificationEvent> events) {
    add(user, name, NotificationChannel.Kind.WEBHOOK, url, events);
    return "whsec_AAAA";
  }

  @Override
  public synchronized void addEmail(
      UserId user, String name, String address, List<NotificationEvent> events) {
    add(user, name, NotificationChannel.Kind.EMAIL, address, events);
  }

  @Override
  public synchronized List<NotificationChannel> list(UserId user) {
    return List.copyOf(of(user).values());
  }

  private NotificationChannel require(UserId user, String name) {
    NotificationChannel channel = of(user).get(name);
    if (channel == null) {
      throw ApiException.notFound("You have no channel with this name.", "List your channels.");
    }
    return channel;
  }

  @Override
  public synchronized void confirm(UserId user, String name, String code) {
    NotificationChannel channel = require(user, name);
    if (!code.equals(CODE)) {
      throw ApiException.invalid("The code is wrong.", "Copy it from the mail.");
    }
    of(user)
        .put(
            name,
            new NotificationChannel(
                name,
                channel.kind(),
                channel.address(),
                channel.events(),
                channel.createdMillis(),
                true,
                0,
                OptionalLong.empty(),
                Optional.empty()));
  }

  @Override
  public synchronized void test(UserId user, String name) {
    NotificationChannel channel = require(user, name);
    if (!channel.isConfirmed()) {
      throw ApiException.conflict("The address is not confirmed.", "Enter the code.");
    }
    sent.computeIfAbsent(channel, key -> new ArrayList<>())
        .add(
            new NotificationDelivery(
                "evt_1",
                "test",
                Optional.empty(),
                2_000,
                1,
                OptionalLong.of(3_000),
                true,
                Optional.empty()));
  }

  @Override
  public synchronized void remove(UserId user, String name) {
    require(user, name);
    of(user).remove(name);
  }

  @Override
  public synchronized List<NotificationDelivery> deliveries(UserId user, String name) {
    return List.copyOf(sent.getOrDefault(require(user, name), List.of()));
  }
}
