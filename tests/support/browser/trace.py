"""What the main thread of a page does, as Chromium traces it."""

from typing import Any

from playwright.sync_api import Page


class Trace:
    """A trace of a page that goes on until `events` is called; `slower`: how many times slower its processor is."""

    def __init__(self, page: Page, categories: str, slower: int = 1) -> None:
        self._session = page.context.new_cdp_session(page)
        self._page = page
        self._found: list[dict[str, Any]] = []
        self._complete: list[dict[str, Any]] = []
        self._session.on("Tracing.dataCollected", lambda part: self._found.extend(part["value"]))
        self._session.on("Tracing.tracingComplete", lambda told: self._complete.append(told))
        self._session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        self._session.send("Tracing.start", {"transferMode": "ReportEvents", "categories": categories})

    def events(self) -> list[dict[str, Any]]:
        """The events of the main threads of pages."""
        self._session.send("Tracing.end")
        while not self._complete:
            self._page.wait_for_timeout(20)
        names = [one for one in self._found if one.get("name") == "thread_name"]
        mains = {(one["pid"], one["tid"]) for one in names if one["args"]["name"] == "CrRendererMain"}
        return [one for one in self._found if (one.get("pid"), one.get("tid")) in mains]
