"""python3 scrapy_tuned.py URL SECONDS FILE: extracts links with lxml, appends compressed pages to FILE."""
import gzip
import json
import sys
import time
from urllib.parse import urlsplit

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor

URL, SECONDS, FILE = sys.argv[1], int(sys.argv[2]), sys.argv[3]


class Tuned(scrapy.Spider):
    name = "tuned"
    start_urls = [URL]
    allowed_domains = [urlsplit(URL).hostname]
    extractor = LinkExtractor(deny_extensions=[], unique=True)
    pages = 0
    started = time.monotonic()
    out = gzip.open(FILE, "wb", compresslevel=1)

    def parse(self, response):
        if not isinstance(response, scrapy.http.HtmlResponse):
            return
        Tuned.pages += 1
        self.out.write(response.url.encode() + b"\n" + response.body)
        for link in self.extractor.extract_links(response):
            yield scrapy.Request(link.url)

    def closed(self, _reason):
        self.out.close()
        print(json.dumps({"pages": Tuned.pages, "seconds": time.monotonic() - Tuned.started}), flush=True)


process = CrawlerProcess(
    {
        "CONCURRENT_REQUESTS": 64,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 64,
        "DOWNLOAD_DELAY": 0,
        "AUTOTHROTTLE_ENABLED": False,
        "COOKIES_ENABLED": False,
        "RETRY_ENABLED": False,
        "ROBOTSTXT_OBEY": False,
        "TELNETCONSOLE_ENABLED": False,
        "LOG_ENABLED": False,
        "CLOSESPIDER_TIMEOUT": SECONDS,
        "REQUEST_FINGERPRINTER_IMPLEMENTATION": "2.7",
    }
)
process.crawl(Tuned)
process.start()
