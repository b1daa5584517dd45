"""
Python's gql against a running server: it holds queries to the introspected schema before it sends them, subscribes over a
WebSocket, and goes on exactly where its connection was cut; what it exports reads back by libraries that are not ours.
"""

import asyncio
import csv
import hashlib
import io
import json
import os
import unittest
import urllib.error
import urllib.request

import networkx
from gql import Client, GraphQLRequest, gql
from gql.transport.aiohttp import AIOHTTPTransport
from gql.transport.exceptions import TransportError, TransportQueryError
from gql.transport.websockets import WebsocketsTransport
from graphql import GraphQLError

URL = os.environ["ADDUCE_TEST_URL"]
TOKEN = os.environ["ADDUCE_TEST_TOKEN"]
CORPUS = os.environ["ADDUCE_TEST_CORPUS"]
HEADERS = {"authorization": f"Bearer {TOKEN}"}

CLAIMS = """
    query Claims($filter: ClaimFilter, $first: Int) {
      claims(filter: $filter, first: $first) {
        totalCount
        nodes { id addr text }
        export { csv: url(format: CSV) graph: url(format: GRAPHML) lines: url expiresAt logSeq }
      }
    }
"""
LEDGER = """
    subscription Ledger($corpus: String!, $after: LogPosition) {
      ledger(corpus: $corpus, after: $after) { logSeq kind claim { addr } }
    }
"""
APPEND = """
    mutation Append($claim: ID!, $hash: String!) {
      appendEvidence(
        claim: $claim
        kind: CORROBORATE
        evidence: [{ ref: "https://example.org/count", hash: $hash, kind: SOURCE }]
      ) {
        __typename
        ... on EvidenceAppended { entry { logSeq } }
        ... on Failure { reason message }
      }
    }
"""


def read(url):
    with urllib.request.urlopen(url, timeout=60) as response:
        return response.read().decode()


class GqlTest(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        transport = AIOHTTPTransport(url=URL, headers=HEADERS)
        self.client = Client(transport=transport, fetch_schema_from_transport=True)
        self.session = await self.client.connect_async(reconnecting=False)

    async def asyncTearDown(self):
        await self.client.close_async()

    async def ask(self, text, **variables):
        return await self.session.execute(GraphQLRequest(text, variable_values=variables))

    async def append(self, claim, name):
        digest = "sha256:" + hashlib.sha256(name.encode()).hexdigest()
        appended = (await self.ask(APPEND, claim=claim, hash=digest))["appendEvidence"]
        self.assertEqual(appended["__typename"], "EvidenceAppended", appended)
        return appended["entry"]["logSeq"]

    async def test_queries_are_held_to_the_introspected_schema(self):
        claims = (await self.ask(CLAIMS, filter={"text": "moon"}, first=3))["claims"]
        self.assertTrue(all("moon" in node["text"].lower() for node in claims["nodes"]))
        for wrong in ("{ claims { words } }", "{ claims(filter: {belief: [disputed]}) { totalCount } }"):
            with self.assertRaises(GraphQLError, msg=wrong):
                await self.session.execute(gql(wrong))
        # Introspection as gql asks for it does not say which inputs take one member: the server does.
        with self.assertRaisesRegex(TransportQueryError, "exactly one"):
            await self.ask("{ atRisk(of: {}) { isBounded } }")

    async def test_a_refusal_has_its_reason_and_leaves_the_other_fields(self):
        with self.assertRaises(TransportQueryError) as caught:
            await self.ask("{ claims { totalCount } wrong: claims(first: 101) { totalCount } }")
        [error] = caught.exception.errors
        self.assertEqual(error["extensions"]["code"], "invalid:query")
        self.assertGreater(caught.exception.data["claims"]["totalCount"], 0)

    async def test_a_subscription_goes_on_where_it_was_cut(self):
        claim = (await self.ask(CLAIMS, first=1))["claims"]["nodes"][0]["addr"]
        expected = []
        got = []
        after = (await self.ask("{ stats { log { size } } }"))["stats"]["log"]["size"] - 1
        names = iter(f"entry {index} of {os.getpid()}" for index in range(1_000))

        async def follow(count, meanwhile):
            """Up to so many in all; then the connection is cut, without a word to the server."""
            nonlocal after
            transport = WebsocketsTransport(url=URL.replace("http", "ws"), init_payload=HEADERS, headers=HEADERS)
            async with Client(transport=transport) as session, asyncio.timeout(60):
                request = GraphQLRequest(LEDGER, variable_values={"corpus": CORPUS, "after": after})
                results = session.subscribe(request, get_execution_result=True)
                appending = asyncio.create_task(meanwhile())
                with self.assertRaises(TransportError):
                    async for result in results:
                        if len(got) >= count:
                            continue
                        got.append(result.data["ledger"]["logSeq"])
                        after = result.extensions["after"]
                        self.assertEqual(after, got[-1])
                        if len(got) == count:
                            transport.adapter.websocket.transport.abort()
                await appending

        async def first():
            for _ in range(3):
                expected.append(await self.append(claim, next(names)))

        async def nothing():
            pass

        await follow(2, first)
        # The connection is gone; what comes now is missed, and what it had not taken yet too.
        for _ in range(4):
            expected.append(await self.append(claim, next(names)))
        await follow(len(expected), nothing)
        self.assertEqual(got, expected)

    async def test_a_file_reads_back_by_other_libraries(self):
        claims = (await self.ask(CLAIMS, filter={"text": "moon"}, first=100))["claims"]
        addrs = [node["addr"] for node in claims["nodes"]]
        self.assertEqual(claims["totalCount"], len(addrs))
        rows = list(csv.DictReader(io.StringIO(read(claims["export"]["csv"]), newline="")))
        self.assertEqual([row["addr"] for row in rows], addrs)
        self.assertEqual([row["text"] for row in rows], [node["text"] for node in claims["nodes"]])
        lines = [json.loads(line) for line in read(claims["export"]["lines"]).splitlines()]
        self.assertEqual([line["addr"] for line in lines], addrs)
        graph = networkx.parse_graphml(read(claims["export"]["graph"]))
        self.assertTrue(graph.is_directed())
        texts = {data["addr"]: data["text"] for _, data in graph.nodes(data=True)}
        self.assertEqual(texts, {node["addr"]: node["text"] for node in claims["nodes"]})
        kinds = {data["kind"] for _, _, data in graph.edges(data=True)}
        self.assertTrue(kinds <= {"CONTRADICTS", "SUPERSEDES"} and kinds, kinds)
        self.assertTrue(all(isinstance(data["logSeq"], int) for _, data in graph.nodes(data=True)))

    async def test_a_link_that_was_changed_opens_nothing(self):
        link = (await self.ask(CLAIMS, first=1))["claims"]["export"]["lines"]
        path, query = link.split("?")
        changed = path[:-1] + ("A" if path[-1] != "A" else "B")
        with self.assertRaises(urllib.error.HTTPError) as caught:
            read(f"{changed}?{query}")
        self.assertEqual(caught.exception.code, 403)
        [error] = json.load(caught.exception)["errors"]
        self.assertEqual(error["extensions"]["code"], "denied:token_invalid")


if __name__ == "__main__":
    unittest.main()
