package tender.server.agents;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Passes the network address of strangers to the calls that they may make. */
final class PeerAddress implements ServerInterceptor {
  private static final Context.Key<String> CURRENT = Context.key("peer-address");

  /** Of the current call. */
  static String current() {
    String address = CURRENT.get();
    return address == null ? "" : address;
  }

  /** Without the port; empty if unknown. */
  static String of(ServerCall<?, ?> call) {
    SocketAddress peer = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    return peer instanceof InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress().getHostAddress()
        : "";
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    return Contexts.interceptCall(
        Context.current().withValue(CURRENT, of(call)), call, headers, next);
  }
}
