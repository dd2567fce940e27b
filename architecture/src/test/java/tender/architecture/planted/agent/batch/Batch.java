package tender.architecture.planted.agent.batch;

public interface Batch {}
