# A certificate authority for tests: P-256 keys and short-lived certificates.
# shellcheck shell=bash

readonly authority_days=30
readonly openssl_conf=${BASH_SOURCE[0]%/*}/openssl.cnf

# Creates a key at $1 in PKCS #8, for Java, readable by this user only.
create_key() {
  (umask 077 && openssl genpkey -quiet -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1")
}

create_authority() {
  local home=$dir/ca
  [[ ! -f $home/root.crt ]] || return 0
  mkdir -p "$home/issued"
  chmod 755 "$home" "$home/issued"
  create_key "$home/root.key" 2>>"$home/openssl.log" || fail "ca: cannot create the key" "$home/openssl.log" || return
  SUBJECT_NAMES='' openssl req -config "$openssl_conf" -x509 -new -key "$home/root.key" -subj "/CN=Tender testbed" \
    -extensions authority -days "$authority_days" -out "$home/root.crt.new" 2>>"$home/openssl.log" ||
    fail "ca: cannot create the certificate" "$home/openssl.log" || return
  mv "$home/root.crt.new" "$home/root.crt"
}

# Creates a key and a certificate for the name $1, valid for $2 days and also for the names $3 (in OpenSSL's notation, after
# a comma). They replace existing ones.
issue() {
  local name=$1 days=$2 names="URI:spiffe://testbed/$1,DNS:$1$3" home=$dir/ca
  local target=$home/issued/$name
  create_key "$target.key.new" 2>>"$home/openssl.log" || fail "ca: cannot create the key of $name" "$home/openssl.log" || return
  SUBJECT_NAMES=$names openssl req -config "$openssl_conf" -x509 -new -key "$target.key.new" -subj "/CN=$name" \
    -extensions member -days "$days" -CA "$home/root.crt" -CAkey "$home/root.key" -out "$target.crt.new" \
    2>>"$home/openssl.log" || fail "ca: cannot create the certificate of $name" "$home/openssl.log" || return
  mv "$target.key.new" "$target.key"
  mv "$target.crt.new" "$target.crt"
}
