package tender.server.objects;

import java.util.List;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * What a bucket contains, whatever the database says.
 *
 * @param objects the names of complete objects
 * @param uploads the names of objects that were begun and are not complete
 */
public record BucketContents(List<String> objects, List<String> uploads) {
  public static BucketContents of(S3ObjectStore store) {
    return of(store.settings());
  }

  public static BucketContents of(ObjectStoreSettings settings) {
    try (S3Client client =
        S3Client.builder()
            .endpointOverride(settings.endpoint())
            .region(Region.of(settings.region()))
            .credentialsProvider(
                StaticCredentialsProvider.create(
                    AwsBasicCredentials.create(settings.accessKey(), settings.secretKey())))
            .httpClientBuilder(UrlConnectionHttpClient.builder())
            .forcePathStyle(true)
            .build()) {
      return new BucketContents(
          client
              .listObjectsV2Paginator(request -> request.bucket(settings.bucket()))
              .contents()
              .stream()
              .map(S3Object::key)
              .sorted()
              .toList(),
          client
              .listMultipartUploads(request -> request.bucket(settings.bucket()))
              .uploads()
              .stream()
              .map(MultipartUpload::key)
              .sorted()
              .toList());
    }
  }
}
