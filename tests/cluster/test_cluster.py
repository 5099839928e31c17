"""Loading on a cluster of three nodes of Ray: whatever dies on the way, the data set is what a database file is.

``make test-cluster`` runs this, in an environment of its own; without Ray it is skipped.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.store import archive
from tests.store.datasets import assert_equal
from ttrn import store
from ttrn.store import dataset_loading
from ttrn.store.engines import Made, tried
from ttrn.store.places import Place
from ttrn.store.shards import Shard

pytest.importorskip("ray")
pytest.importorskip("moto")

ROOT = Path(__file__).parents[2]
GAMES = 4
"""So many games make a shard here."""


@pytest.fixture(scope="module", autouse=True)
def surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give Ray a home of its own, which its processes inherit, and an object store that answers on this computer."""
    from moto.server import ThreadedMotoServer  # noqa: PLC0415

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(dataset_loading, "SHARD_GAMES", GAMES)
        patched.setattr(dataset_loading, "SHARD_BYTES", 0)
        for name, value in {
            "HOME": str(tmp_path_factory.mktemp("home")),
            "PYTHONPATH": str(ROOT),
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",
            "AWS_ENDPOINT_URL": f"http://{host}:{port}",
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_DEFAULT_REGION": "us-east-1",
            "AWS_EC2_METADATA_DISABLED": "true",
        }.items():
            patched.setenv(name, value)
        yield
    server.stop()


@pytest.fixture(scope="module")
def cluster(surroundings: None) -> Iterator[Any]:  # noqa: ARG001  it must be there before
    import ray  # noqa: PLC0415
    from ray.cluster_utils import Cluster  # noqa: PLC0415

    found = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    for _ in range(2):
        found.add_node(num_cpus=1)
    yield found
    ray.shutdown()
    found.shutdown()


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return two files: the test archive with all kinds of games, and some of its games once more."""
    folder = tmp_path_factory.mktemp("records")
    texts = [chunk.text for _, chunk in store.items_of(archive.text())]
    for name, part in {"a.ttrn": texts, "b.ttrn": texts[5:11]}.items():
        (folder / name).write_text("\n".join([text.rstrip("\n") + "\n" for text in part]), encoding="utf-8")
    return sorted(folder.iterdir())


@pytest.fixture(scope="module")
def database(records: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("database") / "games.duckdb"
    store.load(path, (item for file in records for item in store.items_of(file)), cores=1)
    return path


def die_once(shard: Shard) -> Made:
    """Make a shard; the first process that comes to its manifest is killed before it writes it."""
    write = Place.write

    def dying(place: Place, data: bytes) -> None:
        mark = Path(shard.target).with_name("die")
        if "_shards" in place.path and mark.exists():
            mark.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        write(place, data)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Place, "write", dying)
        return tried(shard)


def test_a_worker_is_killed_and_a_node_is_lost(
    cluster: Any, records: list[Path], database: Path, tmp_path: Path
) -> None:
    engine: Any = store.engine_of("ray", address=cluster.address)
    engine.work = die_once
    (tmp_path / "die").touch()
    lost = cluster.add_node(num_cpus=1)
    seen: list[int] = []

    def watch(done: store.Summary) -> None:
        if done.seen and not seen:
            seen.append(done.seen)
            cluster.remove_node(lost, allow_graceful=False)

    files = [store.place_of(file) for file in records]
    done = store.load_dataset(tmp_path / "games", files, engine=engine, progress=watch)
    assert seen
    assert not (tmp_path / "die").exists()
    assert done.failed == []
    assert_equal(tmp_path / "games", database)


DRIVER = f"""
import sys
from ttrn import store
from ttrn.store import dataset_loading
dataset_loading.SHARD_GAMES, dataset_loading.SHARD_BYTES = {GAMES}, 0
target, address, *files = sys.argv[1:]
engine = store.engine_of("ray", address=address)
store.load_dataset(target, [store.place_of(file) for file in files], engine=engine)
"""


def test_the_driver_is_killed_and_started_again(
    cluster: Any, records: list[Path], database: Path, tmp_path: Path
) -> None:
    target = tmp_path / "games"
    command = [sys.executable, "-c", DRIVER, str(target), cluster.address, *map(str, records)]
    driver = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    while driver.poll() is None and len(list(target.glob("_shards/*.json"))) < 2:
        time.sleep(0.05)
    driver.kill()
    driver.wait()
    assert not (target / "_current.json").exists()
    made = {path: path.stat().st_mtime_ns for path in target.glob("_shards/*.json")}
    assert made
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    assert {path: path.stat().st_mtime_ns for path in made} == made
    assert_equal(target, database)


def test_sources_and_target_in_an_object_store(cluster: Any, records: list[Path], tmp_path: Path) -> None:
    for bucket in ("records", "sets"):
        _bucket(bucket)
    for file in records:
        store.place_of(f"s3://records/all/{file.name}").write(file.read_bytes())
    files = store.place_of("s3://records/all").files()
    assert [file.name for file in files] == ["s3://records/all/a.ttrn", "s3://records/all/b.ttrn"]
    items = (item for file in files for item in store.items_of(file.open(), file.name))
    store.load(tmp_path / "games.duckdb", items, cores=1)
    engine = store.engine_of("ray", address=cluster.address)
    store.load_dataset("s3://sets/games", files[:1], engine=engine)
    store.load_dataset("s3://sets/games", files, engine=engine)
    assert_equal("s3://sets/games", tmp_path / "games.duckdb")
    answer = store.safe_query("s3://sets/games", "SELECT count(*) FROM turns")
    with store.connect(tmp_path / "games.duckdb") as connection:
        assert answer.rows == connection.execute("SELECT count(*) FROM turns").fetchall()


def _bucket(name: str) -> None:
    from pyarrow.fs import S3FileSystem  # noqa: PLC0415

    S3FileSystem(allow_bucket_creation=True, endpoint_override=os.environ["AWS_ENDPOINT_URL"]).create_dir(name)
