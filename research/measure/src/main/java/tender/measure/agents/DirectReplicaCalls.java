package tender.measure.agents;

import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tender.core.model.ProviderId;
import tender.core.store.OutboxMessage;
import tender.protocol.MalformedMessageException;
import tender.protocol.MessageCodec;
import tender.protocol.v1.Wire;

/**
 * A prototype of direct calls between replicas: one gRPC call with all messages for the agents of
 * the other replica. Without certificates and without error handling, only for measurement.
 */
public final class DirectReplicaCalls implements AutoCloseable {
  private static final MethodDescriptor<byte[], byte[]> RELAY =
      MethodDescriptor.<byte[], byte[]>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("measure.Replicas/Relay")
          .setRequestMarshaller(new Bytes())
          .setResponseMarshaller(new Bytes())
          .build();

  private final Server server;
  private final ManagedChannel channel;

  /** A replica that delivers what it receives, and the connection of another replica to it. */
  public DirectReplicaCalls(Consumer<List<OutboxMessage>> deliver) throws IOException {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .executor(Thread::startVirtualThread)
            .addService(
                ServerServiceDefinition.builder("measure.Replicas")
                    .addMethod(
                        RELAY,
                        ServerCalls.asyncUnaryCall(
                            (request, answer) -> {
                              deliver.accept(read(request));
                              answer.onNext(new byte[0]);
                              answer.onCompleted();
                            }))
                    .build())
            .maxInboundMessageSize(Integer.MAX_VALUE)
            .build()
            .start();
    channel =
        NettyChannelBuilder.forAddress("localhost", server.getPort())
            .usePlaintext()
            .directExecutor()
            .build();
  }

  public void relay(List<OutboxMessage> messages) {
    ClientCalls.blockingUnaryCall(channel, RELAY, CallOptions.DEFAULT, write(messages));
  }

  private static byte[] write(List<OutboxMessage> messages) {
    try (var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes)) {
      for (OutboxMessage one : messages) {
        byte[] wire = MessageCodec.toWire(one).toByteArray();
        out.writeUTF(one.to().value());
        out.writeInt(wire.length);
        out.write(wire);
      }
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<OutboxMessage> read(byte[] bytes) {
    List<OutboxMessage> messages = new ArrayList<>();
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      while (in.available() > 0) {
        ProviderId to = new ProviderId(in.readUTF());
        Wire.OutboxMessage wire =
            Wire.ToAgent.parseFrom(in.readNBytes(in.readInt())).getOutboxMessage();
        messages.add(
            new OutboxMessage(
                MessageCodec.outboxMessageId(wire),
                to,
                MessageCodec.toProvider(wire).orElseThrow()));
      }
    } catch (InvalidProtocolBufferException | MalformedMessageException e) {
      throw new IllegalArgumentException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return messages;
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.shutdownNow();
  }

  /** Passes bytes unchanged. */
  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
