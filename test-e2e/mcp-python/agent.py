"""An agent that asks for approval before it acts, with the official MCP client for Python."""

import os

import anyio
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client

URL = os.environ["OUTPUT_REVIEW_URL"]
HEADERS = {"Authorization": f"Bearer {os.environ['OUTPUT_REVIEW_TOKEN']}"}
TOOLS = ["submit_output", "request_approval", "await_decision", "get_instructions", "search_outputs"]
ACTION = {"name": "refund", "summary": "Refund 40 € to Ada", "params": {"amount": 40}}


def connect(mode, headers=HEADERS):
    http = create_mcp_http_client(headers=headers)
    return Client(streamable_http_client(f"{URL}/api/mcp", http_client=http), mode=mode)


async def decide(output_id, decision):
    async with create_mcp_http_client(headers=HEADERS) as http:
        answer = await http.patch(f"{URL}/api/logs/{output_id}/decision", json=decision)
        assert answer.status_code == 200, answer.text


async def evaluated(client, output_id):
    with anyio.fail_after(20):
        while True:
            told = await client.call_tool("await_decision", {"id": output_id, "wait": 0})
            if told.structured_content["status"] != "pending":
                return
            await anyio.sleep(0.1)


async def act_when_approved(client):
    listed = await client.list_tools()
    assert [tool.name for tool in listed.tools] == TOOLS

    asked = await client.call_tool("request_approval", {"project": "Python", "action": ACTION})
    assert not asked.is_error, asked
    output_id = asked.structured_content["id"]
    await evaluated(client, output_id)

    heard = []

    async def on_progress(progress, total, message):
        heard.append(progress)
        if len(heard) == 2:
            await decide(output_id, {"decision": "approved"})

    # The first progress comes at once. The second comes later than the client would wait for a response without it.
    told = await client.call_tool(
        "await_decision", {"id": output_id}, progress_callback=on_progress
    )
    assert told.structured_content["mayProceed"] is True, told
    assert told.structured_content["humanDecision"] == "approved", told
    assert heard[0] < heard[1] <= 50, heard


async def be_refused(client):
    wrong = await client.call_tool("submit_output", {"project": "Python", "tags": ["a,b"]})
    assert wrong.is_error and "VALIDATION_FAILED" in wrong.content[0].text, wrong
    try:
        await client.call_tool("delete_output", {})
    except MCPError as error:
        assert error.error.code == -32602, error
    else:
        raise AssertionError("An unknown tool was called")


async def main():
    for mode in ("legacy", "auto"):
        async with connect(mode) as client:
            await act_when_approved(client)
            await be_refused(client)
            print(f"{mode}: {client.protocol_version}, done")
    try:
        async with connect("legacy", headers={}) as client:
            await client.list_tools()
    except* MCPError as errors:
        print(f"without a token: {errors.exceptions}")
    else:
        raise AssertionError("Nobody should be let in without a token")


anyio.run(main)
