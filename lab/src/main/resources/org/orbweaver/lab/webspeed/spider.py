# Follows every link and image of a web, as fast as scrapy can, and prints how many pages came.
import sys

import scrapy
from scrapy.crawler import CrawlerProcess


class Everything(scrapy.Spider):
    name = "everything"
    start_urls = [sys.argv[1]]

    def parse(self, response):
        if isinstance(response, scrapy.http.HtmlResponse):
            for link in response.css("a::attr(href), img::attr(src)").getall():
                yield response.follow(link, self.parse)


process = CrawlerProcess(
    {
        "LOG_ENABLED": False,
        "ROBOTSTXT_OBEY": True,
        "CONCURRENT_REQUESTS": 64,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 8,
        "DOWNLOAD_DELAY": 0,
        "COOKIES_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
    }
)
crawler = process.create_crawler(Everything)
process.crawl(crawler)
process.start()
print(crawler.stats.get_value("downloader/response_status_count/200", 0))
