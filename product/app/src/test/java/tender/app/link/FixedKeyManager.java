package tender.app.link;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import tender.protocol.PemBundle;

/** Presents its certificate to every server, even if the server asks for another authority. */
final class FixedKeyManager extends X509ExtendedKeyManager {
  private static final String ALIAS = "own";

  private final PemBundle own;

  FixedKeyManager(PemBundle own) {
    this.own = own;
  }

  @Override
  public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
    return ALIAS;
  }

  @Override
  public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
    return ALIAS;
  }

  @Override
  public String[] getClientAliases(String type, Principal[] issuers) {
    return new String[] {ALIAS};
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return new X509Certificate[] {own.certificate()};
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return own.key();
  }

  @Override
  public String[] getServerAliases(String type, Principal[] issuers) {
    return new String[0];
  }

  @Override
  public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
    return null;
  }
}
