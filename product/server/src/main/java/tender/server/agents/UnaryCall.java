package tender.server.agents;

import io.grpc.stub.StreamObserver;
import java.util.concurrent.Callable;
import tender.server.agents.rejection.AgentErrorMapper;

/** Answers calls with one request and one answer. */
final class UnaryCall {
  private UnaryCall() {}

  /** Sends the result, or the status of the failure. Errors too: a call must not stay open. */
  static <T> void answer(StreamObserver<T> out, Callable<T> call) {
    T answer;
    try {
      answer = call.call();
    } catch (Exception | Error e) {
      out.onError(AgentErrorMapper.toStatus(e).asException());
      return;
    }
    out.onNext(answer);
    out.onCompleted();
  }
}
