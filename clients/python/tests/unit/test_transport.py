"""Retries, errors and TLS."""

import ssl
import subprocess
import threading

import pytest
from fake_market import TOKEN, FakeMarket

import tender
from tender import (
    ConflictError,
    InvalidRequestError,
    NotAuthorizedError,
    NotFoundError,
    RequestRefusedError,
    ServerNotTrustedError,
    ServerUnavailableError,
    Settings,
    SettingsError,
)
from tender.transport import Transport, pause_seconds


class Clock:
    """Time that passes only while the transport sleeps."""

    def __init__(self):
        self.now = 0.0
        self.pauses = []

    def sleep(self, seconds):
        self.now += seconds
        self.pauses.append(seconds)

    def time(self):
        return self.now


def transport(*urls, clock=None):
    given = clock or Clock()
    return Transport(Settings(urls, TOKEN), sleep=given.sleep, clock=given.time)


def test_lost_connections_and_busy_servers_are_retried(fake):
    fake.drop = 2
    fake.statuses = [503, 502]
    assert transport(fake.url).get_json("/v1/providers") == {"providers": []}
    assert len(fake.requests) == 5


def test_answer_that_was_cut_off_is_requested_again(fake):
    fake.drop_answers = 1
    assert transport(fake.url).get_json("/v1/providers") == {"providers": []}


def test_next_server_is_tried_without_pause(fake):
    clock = Clock()
    with FakeMarket() as gone:
        unused = gone.url
    assert transport(unused, fake.url, clock=clock).get_json("/v1/providers") == {"providers": []}
    assert clock.pauses == []


def test_requests_outlast_a_restart_of_30_seconds_and_no_longer():
    with FakeMarket() as gone:
        unused = gone.url
    clock = Clock()
    with pytest.raises(ServerUnavailableError, match="No server answers at .*Connection refused"):
        transport(unused, clock=clock).get_json("/v1/providers")
    assert 30 <= clock.now < 36
    assert len(clock.pauses) < 20


def test_pauses_double_with_jitter_up_to_five_seconds():
    for number, longest in enumerate([0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]):
        pauses = [pause_seconds(number) for _ in range(50)]
        assert all(longest / 2 <= pause <= longest for pause in pauses) and len(set(pauses)) > 1


@pytest.mark.parametrize(
    "status,kind", [(400, InvalidRequestError), (404, NotFoundError), (409, ConflictError), (422, InvalidRequestError), (500, RequestRefusedError)]
)
def test_refusals_are_typed_and_not_repeated(fake, status, kind):
    fake.statuses = [status]
    with pytest.raises(kind) as error:
        transport(fake.url).get_json("/v1/providers")
    assert str(error.value) == "It is wrong.\nDo it right." and error.value.status == status
    assert len(fake.requests) == 1


def test_exceeded_quota_is_repeated_when_the_server_says_so(fake):
    fake.statuses = [429]
    fake.refusal_headers = {"Retry-After": "7"}
    clock = Clock()
    assert transport(fake.url, clock=clock).get_json("/v1/providers") == {"providers": []}
    assert clock.pauses == [7]


def test_exceeded_quota_without_a_time_is_reported(fake):
    fake.statuses = [429]
    with pytest.raises(RequestRefusedError, match="It is wrong") as error:
        transport(fake.url).get_json("/v1/providers")
    assert error.value.status == 429 and len(fake.requests) == 1


def test_wrong_token_has_advice_for_users(fake):
    with pytest.raises(NotAuthorizedError, match="Check TENDER_TOKEN"):
        Transport(Settings((fake.url,), "wrong")).get_json("/v1/providers")


def test_busy_until_the_end_is_reported_as_such(fake):
    fake.statuses = [503] * 100
    with pytest.raises(RequestRefusedError, match="It is wrong") as error:
        transport(fake.url).get_json("/v1/providers")
    assert error.value.status == 503


def test_submission_whose_answer_was_lost_is_one_bag(fake, market):
    fake.drop_answers = 1
    bag = market.submit(tender.Work("true", "1s"))
    assert fake.paths("POST").count("/v1/bags") == 2 and list(fake.bags) == [bag.id]


def test_bag_id_cannot_leave_its_path(market):
    with pytest.raises(tender.InvalidInputError, match="only letters"):
        market.bag("../providers")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    key, file = folder / "key.pem", folder / "ca.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=market", "-addext",
         "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(file)],
        check=True, stderr=subprocess.DEVNULL,
    )
    return key, file


@pytest.fixture
def tls_market(certificate):
    with FakeMarket() as market:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate[1], certificate[0])
        market.server.socket = context.wrap_socket(market.server.socket, server_side=True)
        yield f"https://127.0.0.1:{market.port}"


def test_server_with_the_given_certificate_is_trusted(tls_market, certificate):
    client = Transport(Settings((tls_market,), TOKEN, certificate[1]))
    assert client.get_json("/v1/providers") == {"providers": []}


def test_other_server_is_not_trusted_and_not_retried(tls_market):
    clock = Clock()
    with pytest.raises(ServerNotTrustedError, match="Set TENDER_CA"):
        transport(tls_market, clock=clock).get_json("/v1/providers")
    assert clock.pauses == []


def test_unusable_certificates_are_reported(tmp_path):
    (tmp_path / "ca.pem").write_text("nothing")
    with pytest.raises(SettingsError, match="TENDER_CA"):
        Transport(Settings(("https://x",), TOKEN, tmp_path / "ca.pem"))


def test_watch_continues_at_a_restarted_server():
    hold = threading.Event()
    first = FakeMarket(hold=hold)
    bag = tender.Market(first.url, TOKEN).submit(tender.Work("true", "1s", tasks=3))
    stream = bag.watch(timeout=20)
    assert next(stream).state == "running"
    bags, works, packs, blobs = first.bags, first.works, first.packs, first.blobs
    first.close()
    with FakeMarket(port=first.port) as second:
        second.bags, second.works, second.packs, second.blobs = bags, works, packs, blobs
        second.run(bag.id)
        states = [one.state for one in stream]
    assert states[-1] == "done" and bag.done == 3
    hold.set()
